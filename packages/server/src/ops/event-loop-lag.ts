import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'

/** Frequent enough to notice blocking. prom-client's 10 ms would cost an idle process 0.4 % of a core. */
const sampleEveryMs = 100

const late = (ns: number) => Math.max(0, ns / 1e6 - sampleEveryMs) / 1000

/** prom-client's figures, in seconds. An event loop that nothing blocked has no lag. */
const figures: Record<string, (delays: IntervalHistogram) => number> = {
  min: ({ min }) => late(min),
  max: ({ max }) => late(max),
  mean: ({ mean }) => late(mean),
  stddev: ({ stddev }) => stddev / 1e9,
  p50: delays => late(delays.percentile(50)),
  p90: delays => late(delays.percentile(90)),
  p99: delays => late(delays.percentile(99)),
}

/** Registers the lag of the event loop since the figures were last read, replacing prom-client's figures of that name. */
export function registerEventLoopLag(registry: Registry): void {
  const delays = monitorEventLoopDelay({ resolution: sampleEveryMs })
  delays.enable()
  const collect = () => {
    const isSampled = delays.count > 0
    for (const { gauge, of } of gauges) gauge.set(isSampled ? of(delays) : 0)
    delays.reset()
  }
  const gauges = Object.entries(figures).map(([figure, of], index) => {
    const name = `nodejs_eventloop_lag_${figure}_seconds`
    registry.removeSingleMetric(name)
    const help = `Lag of the event loop since the last reading: ${figure}.`
    // the first gauge sets all of them, before the others are read
    const gauge = new Gauge({ name, help, registers: [registry], ...(index === 0 && { collect }) })
    return { gauge, of }
  })
}
