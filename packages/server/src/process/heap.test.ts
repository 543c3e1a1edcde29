import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Allocates 384 MB of short-lived buffers, like sockets, next to 50 MB of live objects. Prints the number of full collections. */
const work = `
  let collected = 0
  new PerformanceObserver(list => {
    for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collected++
  }).observe({ entryTypes: ['gc'] })
  const live = Array.from({ length: 600_000 }, (_, n) => ({ n, text: String(n) }))
  for (let times = 0; times < 3; times++) {
    gc()
    await delay(50)
  }
  collected = 0
  const recent = []
  for (let n = 0; n < 6000; n++) {
    recent[n % 200] = Buffer.allocUnsafeSlow(64 * 1024)
    if (n % 10 === 0) await delay(1)
  }
  await delay(50)
  console.log(live.length > 0 ? collected : '')
`

/** Returns the number of full collections in a process that runs `first` and then the work. */
function collections(first: string): number {
  const script = `
    import { PerformanceObserver, constants } from 'node:perf_hooks'
    import { setFlagsFromString } from 'node:v8'
    import { setTimeout as delay } from 'node:timers/promises'
    import { collectSeldom } from ${JSON.stringify(import.meta.resolve('./run-main.ts'))}
    ${first}
    ${work}`
  const args = ['--import', 'tsx', '--expose-gc', '--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  return Number(stdout)
}

test('rarely runs a full garbage collection while little is allocated', () => {
  // V8 picks its growth by measured speeds, which a busy machine distorts, so both start with what it picks at rest
  const growLikeAtRest = "setFlagsFromString('--heap-growing-percent=10')"
  const often = collections(growLikeAtRest)
  const seldom = collections(`${growLikeAtRest}; collectSeldom()`)
  expect(often).toBeGreaterThan(2)
  expect(seldom).toBeLessThan(often / 2)
})
