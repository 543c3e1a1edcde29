export type Turns = (work: () => Promise<void>) => void

export type TurnRules = {
  /** Checked before a task is queued and again before it starts. */
  isWanted: () => boolean
  /** How many tasks may wait; further ones are dropped. */
  most: number
  tooMany: () => void
  /** Called when a task throws; the next ones still run. */
  failed: () => void
}

/** Runs tasks one after another in the order of their arrival, so that events keep their order. */
export function inTurns({ isWanted, most, tooMany, failed }: TurnRules): Turns {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  return work => {
    if (!isWanted()) return
    if (waiting >= most) return tooMany()
    waiting++
    last = last
      .then(() => (isWanted() ? work() : undefined))
      .catch(failed)
      .finally(() => {
        waiting--
      })
  }
}
