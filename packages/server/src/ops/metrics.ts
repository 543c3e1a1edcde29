import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { answerWithin } from '../with-timeout.js'

/**
 * The metrics of one process. Counters are plain numbers, which are put together on request. Parts of a process that register the same
 * counter or histogram share it.
 */
export type Metrics = {
  /** A counter. Its name ends in `_total`. */
  counter: (name: string, help: string) => (by?: number) => void
  /** Counters by the value of a label. All values are known in advance, so each counter exists from the start with 0. */
  counters: <Value extends string>(
    name: string,
    help: string,
    by: Label<Value>,
  ) => (value: Value, by?: number) => void
  /** A histogram with these upper bounds. Its name ends in its unit. */
  histogram: (name: string, help: string, bounds: number[]) => (value: number) => void
  /** Histograms by the values of labels, which must be few. They exist from the first observation. */
  histograms: <Name extends string>(
    name: string,
    help: string,
    bounds: number[],
    labels: Name[],
  ) => (labels: Record<Name, string>, value: number) => void
  /** A value that is read on request. It is left out if reading fails or takes more than 4 s. */
  gauge: (name: string, help: string, read: () => number | Promise<number>) => void
  /** Gauges by the value of a label. */
  gauges: (name: string, help: string, label: string, read: () => Figures | Promise<Figures>) => void
  /** Returns the metrics in Prometheus's text format. */
  text: () => Promise<string>
  /** Returns the metrics for another process, which shows them with its own. */
  figures: () => Promise<ProcessFigures>
}

type Label<Value extends string> = { label: string; values: readonly Value[] }

/** Numbers by the value of a label. */
type Figures = Record<string, number>

/** All metrics of a process as sent to another process. JSON turns NaN into null. */
export type ProcessFigures = {
  name: string
  values: { value: number | null; labels: Record<string, string | number> }[]
}[]

/** The longest possible timer: disables prom-client's own sampling of the event loop, which is replaced. */
const neverMs = 2 ** 31 - 1
/** More than the time limit of a check. */
const readWithinMs = 4000

/** Opens the process's metrics, with those of Node and the process (memory, event loop, garbage collection). */
export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: neverMs })
  registerEventLoopLag(registry)
  const shared = new Map<string, unknown>()
  const once = <Count>(name: string, add: () => Count): Count => {
    if (!shared.has(name)) shared.set(name, add())
    return shared.get(name) as Count
  }
  return {
    counter: (name, help) =>
      once(name, () => {
        const counter = new Counter({ name, help, registers })
        return (by = 1) => counter.inc(by)
      }),
    counters: (name, help, by) => once(name, () => addCounters({ name, help, registers }, by)),
    histogram: (name, help, buckets) =>
      once(name, () => {
        const histogram = new Histogram({ name, help, registers, buckets })
        return value => histogram.observe(value)
      }),
    histograms: (name, help, buckets, labelNames) => {
      const histogram = new Histogram({ name, help, registers, buckets, labelNames })
      return (labels, value) => histogram.observe(labels, value)
    },
    gauge: (name, help, read) => addGauge({ name, help, registers }, read),
    gauges: (name, help, label, read) => addGauges({ name, help, registers }, label, read),
    text: () => registry.metrics(),
    figures: async () => (await registry.getMetricsAsJSON()) as unknown as ProcessFigures,
  }
}

type MetricOptions = { name: string; help: string; registers: Registry[] }

function addCounters<Value extends string>(options: MetricOptions, { label, values }: Label<Value>) {
  const counts = new Map<Value, number>(values.map(value => [value, 0]))
  new Counter({
    ...options,
    labelNames: [label],
    collect() {
      this.reset()
      for (const [value, count] of counts) this.inc({ [label]: value }, count)
    },
  })
  return (value: Value, by = 1) => void counts.set(value, (counts.get(value) ?? 0) + by)
}

function addGauge(options: MetricOptions, read: () => number | Promise<number>): void {
  new Gauge({
    ...options,
    async collect() {
      const figure = await answerWithin(readWithinMs, read, undefined)
      if (figure === undefined) this.remove()
      else this.set(figure)
    },
  })
}

function addGauges(options: MetricOptions, label: string, read: () => Figures | Promise<Figures>): void {
  new Gauge({
    ...options,
    labelNames: [label],
    async collect() {
      const figures = await answerWithin(readWithinMs, read, {})
      this.reset()
      for (const [value, figure] of Object.entries(figures)) this.set({ [label]: value }, figure)
    },
  })
}

/** The Content-Type of Prometheus's text format. */
export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE

/** Returns the metrics of several processes as one text, each with its process's name in the label `process`. */
export function textOfAll(processes: Record<string, ProcessFigures>): Promise<string> {
  const named = Object.entries(processes).map(([process, figures]) =>
    figures.map(({ values, ...rest }) => ({
      ...rest,
      aggregator: 'first', // nothing is summed because no two have the same labels
      values: values
        .filter(({ value }) => value !== null)
        .map(value => ({ ...value, labels: { ...value.labels, process } })),
    })),
  )
  return AggregatorRegistry.aggregate(named).metrics()
}

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
function registerEventLoopLag(registry: Registry): void {
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
