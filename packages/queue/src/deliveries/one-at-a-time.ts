export type Alone = ReturnType<typeof oneAtATime>

/** Runs tasks strictly one after another. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const next = last.then(task, task)
    last = next.catch(() => {}) // its own caller gets the error
    return next
  }
}
