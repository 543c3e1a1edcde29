import { readBlocks } from '../block-kit/read-blocks.js'
import { textWithBlocks } from '../block-kit/text-with-blocks.js'
import { isId, maxPostsPerDelivery } from '../ids.js'
import { maxFilesPerPost, maxKeyLength } from '../limits.js'
import { codePoints } from '../text/code-points.js'
import { readTimestamp } from '../timestamps.js'
import { cleanText } from '../values/clean.js'
import {
  isRecord,
  type Keys,
  kindOf,
  type ReadInto,
  readKeys,
  refuseKind,
  stringInto,
} from '../values/keys.js'
import { ignore, type Notes, refuse } from '../values/notes.js'
import { attachmentKeys } from './attachment.js'
import { readAttachments } from './attachments.js'
import { fieldKeys } from './field.js'
import { tooLong, tooManyPosts } from './limits-check.js'
import { checkNesting } from './nesting-guard.js'
import { noPayload, type Payload, type PayloadReading, type SenderKeys } from './payload.js'
import { readProps } from './props.js'
import { firstValue } from './repair.js'
import { readType } from './type.js'

/** Collects the blocks, since keys may come in any order. */
type Draft = Payload & { blocks?: string }

const keys: Keys<Draft> = new Map<string, ReadInto<Draft>>([
  ['text', stringInto('text')],
  ['username', stringInto('username')],
  ['icon_url', stringInto('iconUrl')],
  ['channel', stringInto('channel')],
  ['type', readType],
  ['props', readProps],
  ['attachments', readAttachments],
  ['file_ids', readFileIds],
  ['thread_key', readKey('thread')],
  ['update_key', readKey('update')],
  ['close', readClose],
  ['thread_ts', readReplyTo],
  ['root_id', readReplyTo],
  [
    'blocks',
    (draft, value, at, notes) => {
      draft.blocks = readBlocks(value, at, notes)
    },
  ],
])

/** The fields of a payload, its attachments and their fields that have an effect, by their names in lowercase. */
export const knownFields = { payload: [...keys.keys()], attachment: attachmentKeys, field: fieldKeys }

/** Reads a payload's JSON (docs/behaviour.md, sending). Law: for any payload that `readPayload` accepts, its `json` reads the same. */
export function parsePayload(json: string): PayloadReading {
  const tooNested = checkNesting(json)
  if (tooNested !== undefined)
    return { outcome: 'unreadable', detail: `The payload was rejected before parsing: ${tooNested}.` }
  try {
    return judge(json, JSON.parse(json))
  } catch (error) {
    const repaired = firstValue(json)
    return repaired === json ? notJson(error) : parseRepaired(repaired)
  }
}

function parseRepaired(json: string): PayloadReading {
  try {
    return judge(json, JSON.parse(json))
  } catch (error) {
    return notJson(error)
  }
}

/** Quotes the engine's message, which says where the text is invalid and includes a few of its characters. */
function notJson(error: unknown): PayloadReading {
  const reason = error instanceof Error ? cleanText(error.message.slice(0, 200)) : 'it cannot be read'
  return { outcome: 'unreadable', detail: `The payload is not valid JSON: ${reason}.` }
}

function judge(json: string, value: unknown): PayloadReading {
  const notes: Notes = { refusal: undefined, ignored: [] }
  const draft: Draft = noPayload(notes.ignored)
  if (isRecord(value)) readKeys(draft, value, keys, '', notes)
  else if (value !== null) return notAnObject(kindOf(value))
  if (json.includes('\uFFFD')) ignore(notes, 'bytes that are not UTF-8 (shown as \uFFFD)')
  const payload = draft.blocks === undefined ? draft : withBlocks(draft)
  checkClose(payload.keys, notes)
  checkFileIds(payload, notes)
  if (notes.refusal === undefined) refuseWhole(payload, notes)
  return notes.refusal ?? { outcome: 'read', json, payload }
}

function withBlocks({ blocks = '', ...payload }: Draft): Payload {
  return { ...payload, text: textWithBlocks(payload.text, blocks) }
}

function notAnObject(kind: string): PayloadReading {
  return { outcome: 'unreadable', detail: `The payload must be a JSON object, not ${kind}.` }
}

/** Rejects a payload that has nothing to post, or more than posts can hold. */
function refuseWhole(payload: Payload, notes: Notes): void {
  const isEmpty = payload.text === '' && payload.attachments.length === 0 && payload.fileIds.length === 0
  if (isEmpty) refuse(notes, 'no_text', noText(notes.ignored))
  const part = tooLong(payload)
  if (part !== undefined) refuse(notes, 'props_too_long', `${part} cannot be shortened to fit into a post.`)
  const tooMany = tooManyPosts(payload, maxPostsPerDelivery)
  if (tooMany !== undefined) refuse(notes, 'too_many_posts', tooMany)
}

/** Names the ignored keys, so that the sender sees why there is no text. */
function noText(ignored: string[]): string {
  const instead = ignored.length > 0 ? ` Without effect here: ${ignored.slice(0, 5).join(', ')}.` : ''
  return `The payload needs a text, or an attachment with something in it.${instead}`
}

/** Reads the IDs of files that the sender uploaded before. A repeated one counts once. Anything else is no reason to lose the message. */
function readFileIds(payload: Payload, value: unknown, at: string, notes: Notes): void {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const ids = new Set(given.filter(id => typeof id === 'string' && isId(id)) as string[])
  const others = given.filter(id => typeof id !== 'string' || !isId(id)).length
  if (others > 0) ignore(notes, `${at} (${others} of ${given.length} cannot be the ID of a file)`)
  if (ids.size > maxFilesPerPost)
    refuse(notes, 'unreadable', `${at} has too many files. At most ${maxFilesPerPost} are allowed.`)
  else payload.fileIds = [...ids]
}

/** A post keeps its files, so none of them can replace others. */
function checkFileIds({ fileIds, keys }: Payload, notes: Notes): void {
  if (fileIds.length > 0 && keys.update !== '')
    refuse(notes, 'unreadable', 'file_ids cannot be combined with update_key.')
}

/** Returns a reader of a key: 1 to 4,000 characters, or a number. An empty key, as templates produce, is ignored. */
function readKey(name: 'thread' | 'update'): ReadInto<Payload> {
  return (payload, value, at, notes) => {
    if (typeof value !== 'string' && typeof value !== 'number')
      return refuseKind(notes, at, 'a string', value)
    const key = cleanText(String(value))
    const length = codePoints(key)
    if (length > maxKeyLength)
      refuse(notes, 'unreadable', `${at} has ${length} characters. At most ${maxKeyLength} are allowed.`)
    else if (length === 0) ignore(notes, `${at} (empty)`)
    else payload.keys = { ...payload.keys, [name]: key }
  }
}

const closing = new Map<unknown, boolean>([true, 'true', 1, '1'].map(value => [value, true]))
for (const value of [false, 'false', 0, '0', '']) closing.set(value, false)

function readClose(payload: Payload, value: unknown, at: string, notes: Notes): void {
  const close = closing.get(typeof value === 'string' ? value.toLowerCase() : value)
  if (close === undefined) refuseKind(notes, at, 'true or false', value)
  else if (close) payload.keys = { ...payload.keys, close }
}

/** Reports a `close` that closes nothing. */
function checkClose({ thread, update, close }: SenderKeys, notes: Notes): void {
  if (close && thread === '' && update === '') ignore(notes, 'close (without thread_key or update_key)')
}

/** Reads a post's id, or its timestamp in Slack's API. */
function readReplyTo(payload: Payload, value: unknown, at: string, notes: Notes): void {
  const isName = typeof value === 'string' && (isId(value) || readTimestamp(value) !== undefined)
  if (isName) payload.keys = { ...payload.keys, replyTo: value }
  else ignore(notes, at)
}

/** Whether a delivery names posts, so that earlier ones decide what becomes of it. */
export function hasKeys({ thread, update, replyTo }: SenderKeys): boolean {
  return thread !== '' || update !== '' || replyTo !== ''
}

/** The parameters of the URL that set the keys of every payload. */
export const keptParams: ReadonlySet<string> = new Set(['thread_key', 'update_key', 'close'])

/**
 * Returns a payload's JSON with the keys of the URL's query, for senders that can only change their URL. The payload's own
 * fields come later and win.
 */
export function withQueryKeys(json: string, query: string): string {
  if (!query.includes('_key=') && !query.includes('close=')) return json
  const params = new URLSearchParams(query)
  const fields = [...keptParams].flatMap(name => {
    const value = params.get(name)
    return value === null ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`]
  })
  const start = json.indexOf('{') + 1
  if (fields.length === 0 || start === 0) return json
  const rest = json.slice(start)
  const comma = rest.trimStart().startsWith('}') ? '' : ','
  return `${json.slice(0, start)}${fields.join(',')}${comma}${rest}`
}
