/** What `ask` answers; `otherwise` when it does not answer within `ms`, or rejects or throws. */
export async function answerWithin<Answer>(
  ms: number,
  ask: () => Answer | Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Answer>(resolve => {
    timer = setTimeout(resolve, ms, otherwise)
  })
  const answer = (async () => ask())().catch(() => otherwise)
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
