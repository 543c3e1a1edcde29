import { setTimeout as delay } from 'node:timers/promises'

export type Pace = {
  calls: number
  /** The calls are spread over so many seconds; where the answers take longer, fewer are made. */
  seconds: number
  /** Never more than so many without an answer. */
  atOnce: number
}

const everyMs = 5

/** Calls at an even pace, and resolves when all calls that it made have ended. */
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
