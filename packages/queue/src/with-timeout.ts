/**
 * Returns what `promise` resolves to, or `otherwise` after `withinMs`. A result that arrived in time counts,
 * even if a busy loop has not read it yet.
 */
export async function withTimeout<Value, Other>(
  promise: Promise<Value>,
  withinMs: number,
  otherwise: Other,
): Promise<Value | Other> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<Other>(resolve => {
    timer = setTimeout(() => setImmediate(resolve, otherwise), withinMs)
  })
  return Promise.race([promise, deadline]).finally(() => clearTimeout(timer))
}
