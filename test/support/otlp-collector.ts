import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import protobuf from 'protobufjs'
import { onTestFinished } from 'vitest'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  links: { spanId: string }[]
}
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** The fields of opentelemetry-proto's trace.proto that tests read, with their numbers there. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Value { oneof value { string string_value = 1; int64 int_value = 3; } }
  message Attribute { string key = 1; Value value = 2; }
  message Link { bytes span_id = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5;
    repeated Attribute attributes = 9; repeated Link links = 13;
  }
  message ScopeSpans { repeated Span spans = 2; }
  message Resource { repeated Attribute attributes = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Sent { repeated ResourceSpans resource_spans = 1; }
`)
const sentMessage = root.lookupType('Sent')

function decode(body: Buffer, contentType: string | undefined): Sent {
  if (contentType === 'application/json') return JSON.parse(body.toString())
  const options = { bytes: Array, arrays: true, longs: Number }
  const hex = (_: string, value: unknown) => (isBytes(value) ? Buffer.from(value).toString('hex') : value)
  return JSON.parse(JSON.stringify(sentMessage.toObject(sentMessage.decode(body), options), hex))
}

/** A list of bytes; all other lists have objects. */
const isBytes = (value: unknown): value is number[] => Array.isArray(value) && typeof value[0] === 'number'

/** Starts an OTLP receiver, for JSON and Protobuf. `silent`: it accepts connections and never responds. */
export async function startCollector({ silent = false } = {}) {
  const received: (Span & { service: string | undefined })[] = []
  const contentTypes = new Set<string | undefined>()
  const server = createServer(async (request, response) => {
    const contentType = request.headers['content-type']
    contentTypes.add(contentType)
    const { resourceSpans } = decode(Buffer.concat(await request.toArray()), contentType)
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue
      received.push(...scopeSpans.flatMap(({ spans }) => spans.map(span => ({ ...span, service }))))
    }
    if (!silent) response.setHeader('content-type', contentType ?? '').end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  /** Returns a span's attribute. */
  const fact = (span: Span | undefined, name: string) => {
    const value = span?.attributes.find(({ key }) => key === name)?.value
    return value?.stringValue ?? value?.intValue
  }
  return {
    url,
    received,
    contentTypes,
    fact,
    named: (name: string) => received.filter(span => span.name === name),
    /** Returns the statements of a span's queries. */
    queriesOf: (parent: Span | undefined) =>
      received
        .filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
        .map(query => fact(query, 'db.query.text')),
  }
}
