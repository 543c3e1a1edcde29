import {
  checkNesting,
  cleanText,
  fieldsOfForm,
  formMistake,
  ignore,
  isForm,
  isMultipart,
  isRecord,
  keptParams,
  kindOf,
  type News,
  type Notes,
  type Payload,
  type PayloadRefusal,
  parsePayload,
  payloadField,
  textOf,
} from '@posthorn/core'
import { isSlackApi } from '../slack-api/message.js'
import type { Adapted, Adapter, SenderHeaders, Skipped } from './adapter.js'
import { chatFormJson } from './chats/form-json.js'
import { isWanted } from './event-filter.js'
import { otherSender, readForeign } from './foreign.js'
import { adapterNamed, adapters, detectAdapter } from './index.js'
import { type Native, native } from './native.js'
import { unreadTexts, withoutIgnored } from './unread.js'

/** How a delivery's JSON is to be read. `query`: the parameters of the URL that its meaning depends on. */
export type Format = { name: string; headers: Record<string, string>; query: string }

type Unread = { outcome: 'unreadable'; detail: string }

/**
 * Reads a body that need not be a payload: an object, or any JSON if the adapter reads it. A form has its JSON in the field
 * `payload`, or is an object of its fields. A call without a body is an object of the URL's variables, without those that are
 * Posthorn's.
 */
export function readNativeJson(
  body: Uint8Array,
  contentType: string | undefined,
  query: string,
  adapter?: Adapter,
): ReadJson | Unread {
  return readJson(body, contentType, query, value => isRecord(value) || adapter?.readsAnyJson === true)
}

/** Reads a body for a template, which may also be a list. */
export function readTemplateJson(
  body: Uint8Array,
  contentType: string | undefined,
  query: string,
): ReadJson | Unread {
  return readJson(body, contentType, query, value => isRecord(value) || Array.isArray(value))
}

type ReadJson = { outcome: 'read'; json: string; value: unknown }

function readJson(
  body: Uint8Array,
  contentType: string | undefined,
  query: string,
  isAllowed: (value: unknown) => boolean,
): ReadJson | Unread {
  const own = isForm(contentType)
    ? (payloadField(body, query, contentType) ?? chatFormJson(body, contentType))
    : isMultipart(contentType)
      ? chatFormJson(body, contentType)
      : textOf(body, contentType)
  const json = own || variablesJson(isForm(contentType) ? textOf(body, contentType) : own === '' ? query : '')
  if (json === undefined || json === '')
    return unread((isForm(contentType) && formMistake(body)) || 'The body has no JSON.')
  const tooNested = checkNesting(json)
  if (tooNested !== undefined) return unread(`The body was not parsed: ${tooNested}.`)
  try {
    const value: unknown = JSON.parse(json)
    if (isAllowed(value)) return { outcome: 'read', json, value }
    return unread(`The body must be a JSON object, not ${kindOf(value)}.`)
  } catch (error) {
    const reason = error instanceof Error ? cleanText(error.message.slice(0, 200)) : 'it cannot be read'
    return unread((isForm(contentType) && formMistake(body)) || `The body is not valid JSON: ${reason}.`)
  }
}

const maxVariables = 100

/** Returns an object of the variables of a form or query, for senders that write no JSON. */
function variablesJson(text: string): string | undefined {
  const fields = text === '' ? undefined : fieldsOfForm(text)
  const all = [...(fields ?? [])].filter(([name]) => !urlParameters.includes(name) && !answering.has(name))
  return all.length === 0 ? undefined : JSON.stringify(Object.fromEntries(all.slice(0, maxVariables)))
}

/** Parameters that say how to answer a call, or contain its payload. */
const answering: ReadonlySet<string> = new Set(['wait', 'payload', 'payload_json'])

function unread(detail: string): Unread {
  return { outcome: 'unreadable', detail }
}

/** Returns the adapter whose sender surely wrote this JSON. */
export function senderOf(headers: SenderHeaders, value: unknown): Adapter | undefined {
  return detectAdapter(headers, native(value))
}

const filters: ReadonlySet<string> = new Set(['only', 'exclude', 'news'])

/** The parameters of a hook's URL that its deliveries depend on. */
export const urlParameters: readonly string[] = [
  ...keptParams,
  ...filters,
  ...adapters.flatMap(({ params = {} }) => Object.keys(params)),
]

/** Returns a format with the headers and parameters that this adapter reads, for storing with the delivery. */
export function formatFor(
  { name, headers: read, params: own = {} }: Pick<Adapter, 'name' | 'headers' | 'params'>,
  headers: SenderHeaders,
  query: string,
): Format {
  const params =
    query === ''
      ? []
      : [...new URLSearchParams(query)].filter(
          ([key]) => keptParams.has(key) || filters.has(key) || Object.hasOwn(own, key),
        )
  const values = read.flatMap(key =>
    headers[key] === undefined ? [] : [[key, cleanText(headers[key] ?? '')]],
  )
  return { name, headers: Object.fromEntries(values), query: new URLSearchParams(params).toString() }
}

/** The payload of an event, or why it has none. */
export type Adaption =
  | {
      outcome: 'adapted'
      event: string
      json: string
      ignored: string[]
      idempotencyKey: string | undefined
      news: News | undefined
    }
  | { outcome: 'skipped'; event: string; detail: string; ignored: string[] }
  | { outcome: 'foreign'; adapter: Adapter; body: Native; missing: string | undefined }
  | Unread

/** Converts a sender's JSON by its format. The same JSON and format always have the same result. */
export function adapt(
  json: string,
  { name, headers, query }: Format,
  seen: SenderHeaders = headers,
): Adaption {
  const adapter = adapterNamed(name)
  if (!adapter) return { outcome: 'unreadable', detail: `This version has no adapter ${name}.` }
  const params = new URLSearchParams(query)
  const value: unknown = JSON.parse(json)
  const body = native(value)
  const missing = adapter.lacks(headers, body)
  if (missing !== undefined || (!adapter.readsAnyJson && otherSender(adapter, seen, body)))
    return { outcome: 'foreign', adapter, body, missing }
  const end = adapter.showsAll ? readAll(adapter, headers, value) : adapter.read(headers, body)
  const event = cleanText(end.event.slice(0, maxEventLength))
  if ('skipped' in end)
    return { outcome: 'skipped', event, detail: cleanText(end.skipped), ignored: named(end.ignored) }
  if (!isWanted(event, { only: params.get('only'), exclude: params.get('exclude') }))
    return {
      outcome: 'skipped',
      event,
      detail: `The URL’s only or exclude leaves out ${event}.`,
      ignored: [],
    }
  const payload = { ...payloadOf(end, params), ...paramsOf(adapter, params) }
  const { ignored = [], idempotencyKey } = end
  const news = newsOf(end, params)
  return { outcome: 'adapted', event, json: JSON.stringify(payload), ignored, idempotencyKey, news }
}

/** Characters by which a key is known. A longer one would be copied for each value below it. */
const maxKey = 200

/** Reads a body, and reports the texts that the adapter did not read. */
function readAll(adapter: Adapter, headers: SenderHeaders, value: unknown): Adapted | Skipped {
  const read = new Set<string>()
  const nameOf = (keys: string[]) => keys.map(key => key.slice(0, maxKey)).join('\n')
  const end = adapter.read(headers, native(value, { keys: [], onRead: keys => read.add(nameOf(keys)) }))
  const ignored = end.ignored ?? []
  const texts = unreadTexts(value, keys => read.has(nameOf(keys)))
  const unread = withoutIgnored(texts, ignored)
  return unread.length === 0 ? end : { ...end, ignored: [...ignored, ...unread] }
}

/** What a delivery with a format shows. */
export type AdaptedReading =
  | {
      outcome: 'read'
      event: string
      payload: Payload
      idempotencyKey: string | undefined
      news?: News | undefined
    }
  | { outcome: 'skipped'; event: string; detail: string; ignored: string[] }
  | { outcome: PayloadRefusal; detail: string }

/**
 * Converts a sender's JSON, and reads what it became.
 * @param seen all headers of the call that adapters read. They tell whose JSON it is if it is not of the format's sender
 */
export function readAdapted(
  json: string,
  format: Format,
  seen: SenderHeaders = format.headers,
): AdaptedReading {
  if (isSlackApi(format)) return readSlackApi(json, format)
  const adapted = adapt(json, format, seen)
  if (adapted.outcome === 'foreign') {
    const reading = readForeign({ ...adapted, json, headers: seen, query: format.query })
    return reading.outcome === 'read' ? { ...reading, event: 'message', idempotencyKey: undefined } : reading
  }
  if (adapted.outcome !== 'adapted') return adapted
  const reading = parsePayload(adapted.json)
  if (reading.outcome !== 'read') return reading
  const { event, idempotencyKey, news } = adapted
  const { payload } = reading
  const ignored = named([...adapted.ignored, ...payload.ignored])
  return { outcome: 'read', event, idempotencyKey, news, payload: { ...payload, ignored } }
}

/** A call of Slack's API is stored as a payload. */
function readSlackApi(json: string, { headers: { method = '' } }: Format): AdaptedReading {
  const reading = parsePayload(json)
  return reading.outcome === 'read' ? { ...reading, event: method, idempotencyKey: undefined } : reading
}

/** Returns names for the hook's owner, bounded and without copies. */
function named(names: string[] = []): string[] {
  const notes: Notes = { refusal: undefined, ignored: [] }
  for (const name of names) ignore(notes, name)
  return notes.ignored
}

const maxEventLength = 100
const maxKeyHalf = 1900

function paramsOf({ params: own = {} }: Adapter, params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own).flatMap(([name, field]) => {
      const value = params.get(name)
      return value ? [[field, value]] : []
    }),
  )
}

/** The most things of one event whose standing is compared. */
const maxStandings = 500

/** The URL's `news=post` wants a new post in the channel instead of a reply. */
function newsOf({ standing }: Adapted, params: URLSearchParams): News | undefined {
  if (!standing) return undefined
  const entries = Object.entries(standing).slice(0, maxStandings)
  return { standing: Object.fromEntries(entries), inChannel: params.get('news') === 'post' }
}

/** The URL's own keys win over those of the adapter. */
function payloadOf(
  { text, attachments, fileIds, threadKey, updateKey, close, username, iconUrl }: Adapted,
  params: URLSearchParams,
) {
  return {
    text,
    username,
    icon_url: iconUrl,
    attachments,
    file_ids: fileIds,
    thread_key: params.get('thread_key') ?? shortKey(threadKey),
    update_key: params.get('update_key') ?? shortKey(updateKey),
    close: params.get('close') ?? close,
  }
}

/** Senders derive keys from labels and paths of any length. */
export function shortKey(key: string | undefined): string | undefined {
  if (key === undefined || key.length <= 2 * maxKeyHalf) return key
  return `${key.slice(0, maxKeyHalf)}…${key.slice(-maxKeyHalf)}`
}
