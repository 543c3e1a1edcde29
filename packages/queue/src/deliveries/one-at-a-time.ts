export type Alone = ReturnType<typeof oneAtATime>

/** Runs what it is handed strictly one after another. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const next = last.then(task, task)
    last = next.catch(() => {}) // its own caller hears of it
    return next
  }
}
