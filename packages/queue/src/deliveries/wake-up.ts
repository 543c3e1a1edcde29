/**
 * The score of the marker that wakes a worker. BullMQ takes it for the time, in milliseconds since 1970, until which a
 * worker holds back: both are long past, and the lower one stays when a second marker comes.
 */
export const wakeUp = {
  /** Somebody waits for the outcome. */
  atOnce: 0,
  /** Nobody does: a worker that is busy lets more come first. */
  whenGathered: 1,
}
