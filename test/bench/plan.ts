/** How much is measured. Times bound a run on any machine: a slow one gets fewer calls. */
export type Plan = {
  name: 'full' | 'quick'
  rounds: number
  /** The seconds of sending per figure. */
  sendSeconds: number
  /** Before the first figure of a process, so that its code is compiled. */
  warmUpSeconds: number
  backlogCalls: number
  backlogWarmUpCalls: number
  pacedSeconds: number
  restSeconds: number
  /** Of the part `large`: posts and deliveries that the tables have, and how long it sends per figure. */
  largePosts: number
  largeSeconds: number
  /** A part starts no further round after this time. */
  partSeconds: number
}

export const full: Plan = {
  name: 'full',
  rounds: 3,
  sendSeconds: 4,
  warmUpSeconds: 4,
  backlogCalls: 200_000,
  backlogWarmUpCalls: 40_000,
  pacedSeconds: 12,
  restSeconds: 30,
  largePosts: 10_000_000,
  largeSeconds: 60,
  partSeconds: 300,
}

/** One short round of everything, as a check. Its figures are not significant. */
export const quick: Plan = {
  name: 'quick',
  rounds: 1,
  sendSeconds: 1,
  warmUpSeconds: 1,
  backlogCalls: 20_000,
  backlogWarmUpCalls: 5_000,
  pacedSeconds: 3,
  restSeconds: 5,
  largePosts: 100_000,
  largeSeconds: 2,
  partSeconds: 60,
}

/** Runs the rounds one after another, and at least one. Starts no further one after the part's time. */
export async function inRounds<Found>(
  { rounds, partSeconds }: Plan,
  measure: (round: number) => Promise<Found>,
): Promise<Found[]> {
  const endsAt = performance.now() + partSeconds * 1000
  const found: Found[] = []
  while (found.length < rounds && (found.length === 0 || performance.now() < endsAt))
    found.push(await measure(found.length + 1))
  return found
}
