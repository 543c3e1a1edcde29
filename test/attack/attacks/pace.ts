import { setTimeout as delay } from 'node:timers/promises'

export type Pace = {
  calls: number
  /** Spreads the calls over this many seconds. Makes fewer if the responses take longer. */
  seconds: number
  /** The most calls without a response. */
  atOnce: number
}

const everyMs = 5

/** Makes calls at an even pace. Resolves when all of them have ended. */
export async function atPace(
  { calls, seconds, atOnce }: Pace,
  call: (number: number) => Promise<void>,
): Promise<void> {
  const open = new Set<Promise<void>>()
  const began = performance.now()
  let made = 0
  for (let passed = 0; passed < seconds && made < calls; ) {
    passed = (performance.now() - began) / 1000
    const due = Math.min(calls, Math.floor((passed / seconds) * calls))
    for (; made < due && open.size < atOnce; made++) {
      const ending = call(made).finally(() => open.delete(ending))
      open.add(ending)
    }
    await delay(everyMs)
  }
  await Promise.all(open)
}
