import { expect, test } from 'vitest'
import { medians } from '../bench/measure/statistics.js'
import { startCollector } from '../support/otlp-collector.js'
import { type Role, startWithOps, stopProcess } from '../support/processes.js'
import { startWorld } from '../support/world.js'

const rounds = 3
/** On a busy machine, each of six starts takes a minute. */
const withinMs = 600_000
const mega = 1e6
/** Far more than was measured, because other programs share the caches. */
const most = { memoryMb: 30, cpuSeconds: 1 }

/** Starts a process, and measures its memory and processor time once it is ready. */
async function measure(role: Role, env: NodeJS.ProcessEnv) {
  const started = await startWithOps(role, env)
  await started.untilReady()
  const figures = ['process_resident_memory_bytes', 'process_cpu_seconds_total'].map(started.figure)
  const [memory = 0, cpuSeconds = 0] = await Promise.all(figures)
  await stopProcess(started.child, 20_000)
  return { memoryMb: memory / mega, cpuSeconds }
}

type Measured = Awaited<ReturnType<typeof measure>>

test.each(['ingress', 'worker', 'api'] as const)(
  'tracing costs the %s bounded memory and time at startup',
  async role => {
    const { databaseUrl, redisUrl } = await startWorld({ workerLater: true })
    const { url } = await startCollector()
    const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, OTEL_EXPORTER_OTLP_ENDPOINT: '' }
    const found: [Measured[], Measured[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      found[0].push(await measure(role, env))
      found[1].push(await measure(role, { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: url }))
    }
    const [without, traced] = [medians(found[0]), medians(found[1])]
    console.log(role, { without, traced })
    expect(traced.memoryMb - without.memoryMb).toBeLessThan(most.memoryMb)
    expect(traced.cpuSeconds - without.cpuSeconds).toBeLessThan(most.cpuSeconds)
  },
  withinMs,
)
