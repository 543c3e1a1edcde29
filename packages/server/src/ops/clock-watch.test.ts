import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openClockWatch } from './clock-watch.js'
import { openMetrics } from './metrics.js'

/** Watches a server with this clock offset and this round-trip time. */
function watch(offMs: number, tookMs = 0) {
  const lines: string[] = []
  const log = {
    warn: (_: object, line: string) => void lines.push(line),
    info: (line: string) => void lines.push(line),
  }
  const metrics = openMetrics()
  const redis = async () => {
    await delay(tookMs)
    return Date.now() + offMs
  }
  const watching = openClockWatch({ redis }, { log: log as never, metrics })
  onTestFinished(watching.close)
  return { ...watching, lines, metrics }
}

const offsets: [offMs: number, words: RegExp | undefined][] = [
  [0, undefined],
  [4000, undefined],
  [-4000, undefined],
  [6000, /6\.\d s behind that of redis|5\.9 s behind/],
  [-30 * 86_400_000, /^this process's clock is (2592000\.0|2591999\.9) s ahead of that of redis$/],
]

test.each(offsets)(
  'reports a server’s clock that is off by %i ms only if that is more than 5 s',
  async (offMs, words) => {
    const { trouble, lines } = watch(offMs)
    const reported = await trouble()
    if (words) expect(reported).toMatch(words)
    else expect(reported).toBeUndefined()
    await trouble()
    expect(lines).toHaveLength(words ? 1 : 0)
  },
)

test('does not mistake a slow response for a clock offset', async () => {
  expect(await watch(4900, 500).trouble()).toBeUndefined()
})

test('skips a server that does not respond', async () => {
  const refuses = () => Promise.reject(new Error('NOPERM'))
  const { trouble, close } = openClockWatch(
    { redis: refuses },
    { log: { warn: () => {}, info: () => {} } as never },
  )
  onTestFinished(close)
  expect(await trouble()).toBeUndefined()
})

test('exposes the offset as a metric', async () => {
  const { metrics } = watch(-60_000)
  expect(await metrics.text()).toMatch(/posthorn_clock_offset_seconds\{server="redis"\} (60|59\.9)/)
})
