export type Turns = (work: () => Promise<void>) => void

export type TurnRules = {
  /** Asked before a work is put in line, and again before it begins. */
  isWanted: () => boolean
  /** How many may wait: what comes beyond that is not done. */
  most: number
  tooMany: () => void
  /** A work threw; the next ones go on. */
  failed: () => void
}

/** Does one work after another, in the order in which it came, so that what follows something is told after it. */
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
