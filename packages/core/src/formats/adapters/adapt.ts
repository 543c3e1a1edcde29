import { textOf } from '../../payload/decode.js'
import { isForm, payloadField } from '../../payload/form.js'
import { checkNesting } from '../../payload/nesting-guard.js'
import { cleanText } from '../../values/clean.js'
import { isRecord, kindOf } from '../../values/keys.js'
import type { Adapted, Adapter, SenderHeaders } from './adapter.js'
import { isWanted } from './event-filter.js'
import { adapterNamed, detectAdapter } from './index.js'
import { native } from './native.js'

/** How a delivery's JSON is to be read. `query`: the parameters of the URL that its meaning depends on. */
export type Format = { name: string; headers: Record<string, string>; query: string }

type Unread = { outcome: 'unreadable'; detail: string }

/** Reads a body that need not be a payload. A form has its JSON in the field `payload`. */
export function readNativeJson(
  body: Uint8Array,
  contentType: string | undefined,
  query: string,
): { outcome: 'read'; json: string; value: unknown } | Unread {
  const json = isForm(contentType) ? payloadField(body, query, contentType) : textOf(body, contentType)
  if (json === undefined || json === '') return { outcome: 'unreadable', detail: 'The body has no JSON.' }
  const tooNested = checkNesting(json)
  if (tooNested !== undefined)
    return { outcome: 'unreadable', detail: `The body was not parsed: ${tooNested}.` }
  try {
    const value: unknown = JSON.parse(json)
    if (isRecord(value)) return { outcome: 'read', json, value }
    return { outcome: 'unreadable', detail: `The body must be a JSON object, not ${kindOf(value)}.` }
  } catch (error) {
    const reason = error instanceof Error ? cleanText(error.message.slice(0, 200)) : 'it cannot be read'
    return { outcome: 'unreadable', detail: `The body is not valid JSON: ${reason}.` }
  }
}

/** Returns the adapter whose sender surely wrote this JSON. */
export function senderOf(headers: SenderHeaders, value: unknown): Adapter | undefined {
  return detectAdapter(headers, native(value))
}

const kept = ['only', 'exclude', 'thread_key', 'update_key', 'close']

/** Returns a format with the headers and parameters that this adapter reads, for storing with the delivery. */
export function formatFor(
  { name, headers: read }: Pick<Adapter, 'name' | 'headers'>,
  headers: SenderHeaders,
  query: string,
): Format {
  const params = query === '' ? [] : [...new URLSearchParams(query)].filter(([key]) => kept.includes(key))
  const values = read.flatMap(key =>
    headers[key] === undefined ? [] : [[key, cleanText(headers[key] ?? '')]],
  )
  return { name, headers: Object.fromEntries(values), query: new URLSearchParams(params).toString() }
}

/** The payload of an event, or why it has none. */
export type Adaption =
  | { outcome: 'adapted'; event: string; json: string; idempotencyKey: string | undefined }
  | { outcome: 'skipped'; event: string; detail: string }
  | Unread

/** Converts a sender's JSON by its format. The same JSON and format always have the same result. */
export function adapt(json: string, { name, headers, query }: Format): Adaption {
  const adapter = adapterNamed(name)
  if (!adapter) return { outcome: 'unreadable', detail: `This version has no adapter ${name}.` }
  const params = new URLSearchParams(query)
  const end = adapter.read(headers, native(JSON.parse(json)))
  const event = cleanText(end.event.slice(0, maxEventLength))
  if ('skipped' in end) return { outcome: 'skipped', event, detail: cleanText(end.skipped) }
  if (!isWanted(event, { only: params.get('only'), exclude: params.get('exclude') }))
    return { outcome: 'skipped', event, detail: `The URL’s only or exclude leaves out ${event}.` }
  return {
    outcome: 'adapted',
    event,
    json: JSON.stringify(payloadOf(end, params)),
    idempotencyKey: end.idempotencyKey,
  }
}

const maxEventLength = 100
const maxKeyHalf = 1900

/** The URL's own keys win over those of the adapter. */
function payloadOf({ text, attachments, threadKey, updateKey, close }: Adapted, params: URLSearchParams) {
  return {
    text,
    attachments,
    thread_key: params.get('thread_key') ?? shortKey(threadKey),
    update_key: params.get('update_key') ?? shortKey(updateKey),
    close: params.get('close') ?? close,
  }
}

/** Senders derive keys from labels and paths of any length. */
function shortKey(key: string | undefined): string | undefined {
  if (key === undefined || key.length <= 2 * maxKeyHalf) return key
  return `${key.slice(0, maxKeyHalf)}…${key.slice(-maxKeyHalf)}`
}
