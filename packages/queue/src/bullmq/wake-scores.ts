/**
 * The score of the marker that wakes a worker. BullMQ reads it as the time, in milliseconds since 1970, until
 * which a worker waits: both are in the past. If a second marker comes, the lower score stays.
 */
export const wakeScores = {
  /** A caller waits for the outcome. */
  atOnce: 0,
  /** Nobody waits: a busy worker lets more deliveries join first. */
  whenGathered: 1,
}
