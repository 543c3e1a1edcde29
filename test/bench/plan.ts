/** How much is measured. Times bound a run whatever the machine: a slow one is sent less. */
export type Plan = {
  name: 'full' | 'quick'
  rounds: number
  /** Of sending, for one figure. */
  sendSeconds: number
  /** Before the first figure of a process, so that its code is compiled. */
  warmUpSeconds: number
  backlogCalls: number
  backlogWarmUpCalls: number
  pacedSeconds: number
  restSeconds: number
  /** No round of a part is begun after so long. */
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
  partSeconds: 300,
}

/** One short round of everything, to see that it works: its figures say little. */
export const quick: Plan = {
  name: 'quick',
  rounds: 1,
  sendSeconds: 1,
  warmUpSeconds: 1,
  backlogCalls: 20_000,
  backlogWarmUpCalls: 5_000,
  pacedSeconds: 3,
  restSeconds: 5,
  partSeconds: 60,
}

/** Runs the rounds one after another; after the part's time begins no further one, but always one. */
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
