import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { answerWithin } from '../with-timeout.js'
import { registerEventLoopLag } from './event-loop-lag.js'

/** The figures of one process. What is counted is counted in plain numbers, and put together when somebody asks. */
export type Metrics = {
  /** A number that only rises. Its name ends in `_total`. */
  counter: (name: string, help: string) => (by?: number) => void
  /** The same, told apart by a label whose values are all known beforehand, so that each is there from the start with 0. */
  counters: <Value extends string>(
    name: string,
    help: string,
    by: Label<Value>,
  ) => (value: Value, by?: number) => void
  /** How often a value was at most so much. Its name ends in its unit. */
  histogram: (name: string, help: string, bounds: number[]) => (value: number) => void
  /** What is so just now. A number that cannot be read within four seconds is left out. */
  gauge: (name: string, help: string, read: () => number | Promise<number>) => void
  /** The same for several, by the value of a label. */
  gauges: (name: string, help: string, label: string, read: () => Figures | Promise<Figures>) => void
  /** As Prometheus reads them. */
  text: () => Promise<string>
  /** As another process of ours takes them, to show them with its own. */
  figures: () => Promise<ProcessFigures>
}

type Label<Value extends string> = { label: string; values: readonly Value[] }

/** Numbers by the value of a label. */
export type Figures = Record<string, number>

/** All figures of a process, as they go from one process to another: JSON has no NaN, and makes it null. */
export type ProcessFigures = {
  name: string
  values: { value: number | null; labels: Record<string, string | number> }[]
}[]

/** The longest that a timer has: prom-client's own look at the event loop is replaced. */
const neverMs = 2 ** 31 - 1
/** More than a check has. */
const readWithinMs = 4000

/** Metrics of our own and those of Node and the process (memory, event loop, garbage collection), all at nought. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: neverMs })
  registerEventLoopLag(registry)
  return {
    counter: (name, help) => {
      const counter = new Counter({ name, help, registers })
      return (by = 1) => counter.inc(by)
    },
    counters: (name, help, by) => addCounters({ name, help, registers }, by),
    histogram: (name, help, buckets) => {
      const histogram = new Histogram({ name, help, registers, buckets })
      return value => histogram.observe(value)
    },
    gauge: (name, help, read) => addGauge({ name, help, registers }, read),
    gauges: (name, help, label, read) => addGauges({ name, help, registers }, label, read),
    text: () => registry.metrics(),
    figures: async () => (await registry.getMetricsAsJSON()) as unknown as ProcessFigures,
  }
}

type What = { name: string; help: string; registers: Registry[] }

function addCounters<Value extends string>(what: What, { label, values }: Label<Value>) {
  const counts = new Map<Value, number>(values.map(value => [value, 0]))
  new Counter({
    ...what,
    labelNames: [label],
    collect() {
      this.reset()
      for (const [value, count] of counts) this.inc({ [label]: value }, count)
    },
  })
  return (value: Value, by = 1) => void counts.set(value, (counts.get(value) ?? 0) + by)
}

function addGauge(what: What, read: () => number | Promise<number>): void {
  new Gauge({
    ...what,
    async collect() {
      const figure = await answerWithin(readWithinMs, read, undefined)
      if (figure === undefined) this.remove()
      else this.set(figure)
    },
  })
}

function addGauges(what: What, label: string, read: () => Figures | Promise<Figures>): void {
  new Gauge({
    ...what,
    labelNames: [label],
    async collect() {
      const figures = await answerWithin(readWithinMs, read, {})
      this.reset()
      for (const [value, figure] of Object.entries(figures)) this.set({ [label]: value }, figure)
    },
  })
}

/** What Prometheus is told that it reads. */
export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE

/** The figures of several processes as one text, each with the name of its process in the label `process`. */
export function textOfAll(processes: Record<string, ProcessFigures>): Promise<string> {
  const named = Object.entries(processes).map(([process, figures]) =>
    figures.map(({ values, ...rest }) => ({
      ...rest,
      aggregator: 'first', // nothing is summed up: no two have the same labels
      values: values
        .filter(({ value }) => value !== null)
        .map(value => ({ ...value, labels: { ...value.labels, process } })),
    })),
  )
  return AggregatorRegistry.aggregate(named).metrics()
}
