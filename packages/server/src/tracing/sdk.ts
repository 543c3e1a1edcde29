import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Log } from '../process/log.js'
import { reasonOf } from '../process/redact.js'
import { versionId } from '../process/version.js'
import { answerWithin } from '../with-timeout.js'
import type { NewSpan, TracedSpan, Tracing } from './tracing.js'

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

const flushWithinMs = 2000
const warnEveryMs = 60_000

/**
 * Starts the SDK, which reads OTEL_* variables itself. Its queue holds at most 2,048 spans and drops further ones, so a collector
 * that is away costs no more than that.
 */
export async function startTracing(
  protocol: 'http/protobuf' | 'http/json',
  process: string,
  log: Log,
): Promise<Tracing> {
  warnOfTrouble(log)
  const own = resourceFromAttributes({ 'service.name': `posthorn-${process}`, 'service.version': versionId })
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(await exporterFor(protocol))],
  })
  const tracer = provider.getTracer('posthorn')
  const begin = (name: string, { kind, parent, link, beganMs }: NewSpan): TracedSpan => {
    const links = link === undefined ? [] : [{ context: contextIn(link) }]
    const options = { kind: kinds[kind], links, ...(beganMs !== undefined && { startTime: beganMs }) }
    const span = tracer.startSpan(name, options, parent === undefined ? ROOT_CONTEXT : within(parent))
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      end: (facts, { atMs, failed } = {}) => {
        span.setAttributes(facts)
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end(atMs)
      },
    }
  }
  return {
    begin,
    ...querySpans(begin),
    close: () => answerWithin(flushWithinMs, () => provider.shutdown(), undefined),
  }
}

async function exporterFor(protocol: 'http/protobuf' | 'http/json') {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

function contextIn(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-')
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

const within = (traceparent: string): Context => trace.setSpanContext(ROOT_CONTEXT, contextIn(traceparent))

/** Logs what the SDK reports, at most once a minute: a collector that is away fails every few seconds. */
function warnOfTrouble(log: Log): void {
  let lastMs = Number.NEGATIVE_INFINITY
  const warn = (message: string) => {
    if (performance.now() - lastMs < warnEveryMs) return
    lastMs = performance.now()
    const [, reason = message] = /"message":"([^"]*)"/.exec(message) ?? []
    log.warn({ reason: reasonOf(reason) }, 'spans are not sent to the OpenTelemetry collector')
  }
  const none = () => {}
  diag.setLogger(
    { error: warn, warn, info: none, debug: none, verbose: none },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/** Longer than the statement that records a batch. */
const maxSqlLength = 8192
/** Quoted values. Posthorn passes what comes from outside as parameters, which are no part of a statement. */
const quoted = /'(?:[^']|'')*'/g

/** Makes spans of queries, with the statement but never its parameters. */
function querySpans(begin: Tracing['begin']): Pick<Tracing, 'within' | 'beginQuery'> {
  const around = new AsyncLocalStorage<TracedSpan>()
  return {
    within: (span, work) => around.run(span, work),
    beginQuery: sql => {
      const parent = around.getStore()?.traceparent
      if (parent === undefined) return undefined
      const [operation = 'SQL'] = /[a-z]+/i.exec(sql) ?? []
      const span = begin(operation.toUpperCase(), { kind: 'client', parent })
      const text = sql.slice(0, maxSqlLength).replace(quoted, "'?'")
      const facts = { 'db.system.name': 'postgresql', 'db.query.text': text }
      return failed => span.end(facts, { failed })
    },
  }
}
