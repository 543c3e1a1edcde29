import {
  estimatePosts,
  isMultipart,
  type PayloadReading,
  type PayloadRefusal,
  parsePayload,
  readPayload,
  tooManyPosts,
  withQueryKeys,
} from '@posthorn/core'
import {
  type AdaptedReading,
  type Format,
  formatFor,
  readAdapted,
  readNativeJson,
  readTemplateJson,
  senderOf,
} from './adapters/adapt.js'
import type { SenderHeaders } from './adapters/adapter.js'
import { adapterHeaders, adapterNamed } from './adapters/index.js'
import { templateFormat } from './template/read-templated.js'

/** Larger bodies are not kept for building a template. */
const maxSampleBytes = 64 * 1024

/** A call's body as received, and everything that its meaning depends on. */
export type UnreadCall = {
  body: Uint8Array
  contentType: string | undefined
  /** The URL's query, which may contain the payload of a form. */
  query: string
  /** How many posts a delivery may become. */
  maxPosts: number
  /** The adapter that the URL names; absent if it names none. */
  adapter?: string | undefined
  /** The version of the hook's template, if it reads the body. */
  template?: number | undefined
  /** The request's headers that adapters read. */
  headers?: SenderHeaders | undefined
}

/** `sample`: JSON that nothing could read, for building a template. */
export type JudgedCall = ReadCall | { outcome: PayloadRefusal; detail?: string; sample?: string }

/**
 * `json`: the payload to store. `bytes` and `posts`: what it counts for in rate limits and bounds. `format`: how the worker reads
 * a sender's own JSON. `idempotencyKey`: what its sender calls this delivery. `isPing`: whether it only tests the connection.
 * `compared`: what a repeated key must come with, if that is not the payload.
 */
export type ReadCall = {
  outcome: 'read'
  json: string
  bytes: number
  posts: number
  format?: Format
  idempotencyKey?: string | undefined
  isPing?: boolean
  compared?: string
}

/** Returns those of a request's headers that adapters read. Most senders have none of them. */
export function senderHeadersIn(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> | undefined {
  let found: Record<string, string> | undefined
  for (const name of adapterHeaders) {
    const value = headers[name]
    if (typeof value !== 'string') continue
    found ??= {}
    found[name] = value.slice(0, maxHeaderLength)
  }
  return found
}

const maxHeaderLength = 255

/** Reads a body and checks its limits. Takes about 10 ms per MiB. */
export function judge(call: UnreadCall): JudgedCall {
  const { body, contentType, query, maxPosts, adapter, template } = call
  if (template !== undefined) return judgeTemplated(call, template)
  const isPlain = adapter === 'slack'
  if (adapter !== undefined && !isPlain) return judgeNative(call, { outcome: 'unreadable' }, adapter)
  const reading = withKeys(readPayload(body, contentType, query), query)
  if (reading.outcome !== 'read') {
    const mayBeNative = reading.outcome === 'no_text' || isMultipart(contentType)
    return mayBeNative && !isPlain ? judgeNative(call, reading) : withSampleOfList(call, reading)
  }
  const tooMany = tooManyPosts(reading.payload, maxPosts)
  if (tooMany !== undefined) return { outcome: 'too_many_posts', detail: tooMany }
  const posts = estimatePosts(reading.payload)
  return { outcome: 'read', json: reading.json, bytes: body.length, posts }
}

/** Adds the JSON of a list, which only a template can read, for building one. */
function withSampleOfList<Refusal extends Exclude<JudgedCall, ReadCall>>(
  { body, contentType, query }: UnreadCall,
  refusal: Refusal,
): Refusal {
  if (refusal.outcome !== 'unreadable' || body.length > maxSampleBytes) return refusal
  const read = readTemplateJson(body, contentType, query)
  return read.outcome === 'read' && Array.isArray(read.value) ? { ...refusal, sample: read.json } : refusal
}

/** Accepts any JSON object or list, because the worker renders the template. Its output is bounded, so it counts as one post. */
function judgeTemplated({ body, contentType, query }: UnreadCall, version: number): JudgedCall {
  const read = readTemplateJson(body, contentType, query)
  if (read.outcome !== 'read') return read
  const { outcome, json } = read
  return { outcome, json, bytes: body.length, posts: 1, format: templateFormat(version, query) }
}

/** Reads a sender's own JSON. Without a name, only if its sender is certain. Otherwise returns `refusal`. */
function judgeNative(
  { body, contentType, query, maxPosts, headers = {} }: UnreadCall,
  refusal: Exclude<JudgedCall, ReadCall>,
  name?: string,
): JudgedCall {
  const named = name === undefined ? undefined : adapterNamed(name)
  const isTest = body.length === 0 && named?.emptyBody !== undefined
  const read = readNativeJson(isTest ? Buffer.from(named.emptyBody ?? '') : body, contentType, query, named)
  if (read.outcome !== 'read') return name === undefined ? refusal : read
  const adapter = name === undefined ? senderOf(headers, read.value) : named
  const kept = body.length > maxSampleBytes ? {} : { sample: read.json }
  if (!adapter) return { ...refusal, ...kept }
  const format = formatFor(adapter, headers, query)
  const adapted = readAdapted(read.json, format, headers)
  if (adapted.outcome !== 'read' && adapted.outcome !== 'skipped') return { ...adapted, ...kept }
  const tooMany = adapted.outcome === 'read' ? tooManyPosts(adapted.payload, maxPosts) : undefined
  if (tooMany !== undefined) return { outcome: 'too_many_posts', detail: tooMany }
  return {
    outcome: 'read',
    json: read.json,
    bytes: body.length,
    posts: adapted.outcome === 'read' ? estimatePosts(adapted.payload) : 1,
    format,
    idempotencyKey: headers[adapter.idempotencyHeader ?? ''] ?? keyIn(adapted),
    isPing: adapted.event === 'ping',
  }
}

/** Adds the keys in the URL to the payload, so that history, replays and previews have one payload. */
function withKeys(reading: PayloadReading, query: string): PayloadReading {
  if (reading.outcome !== 'read') return reading
  const json = withQueryKeys(reading.json, query)
  return json === reading.json ? reading : parsePayload(json)
}

function keyIn(adapted: AdaptedReading): string | undefined {
  return adapted.outcome === 'read' ? adapted.idempotencyKey || undefined : undefined
}
