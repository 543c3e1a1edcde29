/** Returns the result of `ask`, or `otherwise` if it takes more than `ms`, rejects or throws. */
export async function answerWithin<Answer>(
  ms: number,
  ask: () => Answer | Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<Answer>(resolve => {
    timer = setTimeout(resolve, ms, otherwise)
  })
  const answer = (async () => ask())().catch(() => otherwise)
  return Promise.race([answer, deadline]).finally(() => clearTimeout(timer))
}
