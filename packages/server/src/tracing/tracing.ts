/** What a span says. Never a key, a text or a payload. */
type SpanFacts = Record<string, string | number | undefined>

export type TracedSpan = {
  /** Names the span to what continues its trace (W3C Trace Context). */
  traceparent: string
  /** Ends it, now if there is no time. `failed`: whether it is an error. */
  end: (facts: SpanFacts, end?: { atMs?: number; failed?: boolean }) => void
}

export type NewSpan = {
  kind: 'server' | 'client' | 'consumer' | 'internal'
  /** The `traceparent` of the span that caused it. Without one, a trace begins. */
  parent?: string | undefined
  /** The `traceparent` of another span that it belongs to. */
  link?: string
  /** When it began; now if absent. */
  beganMs?: number
}

/** Ends the span of a query. */
type EndQuery = (failed: boolean) => void

/** Sends spans to an OpenTelemetry collector. */
export type Tracing = {
  begin: (name: string, span: NewSpan) => TracedSpan
  /** Runs `work`, whose queries become children of the span. */
  within: <Result>(span: TracedSpan, work: () => Result) => Result
  /** Begins the span of a query. Returns undefined for queries outside of `within`, such as those that a timer makes. */
  beginQuery: (sql: string) => EndQuery | undefined
  /** Sends the last spans, within two seconds. */
  close: () => Promise<void>
}
