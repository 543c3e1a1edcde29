import { readBlocks, textWithBlocks } from '../block-kit/read-blocks.js'
import { readTrees, withoutActionLinks } from '../block-kit/trees.js'
import { isId, maxPostsPerDelivery } from '../ids.js'
import { maxAttachments, maxFilesPerPost } from '../limits.js'
import { cleanText, cleanValue } from '../values/clean.js'
import {
  isRecord,
  type Keys,
  kindOf,
  type ReadInto,
  readKeys,
  readList,
  refuseKind,
  stringInto,
} from '../values/keys.js'
import { ignore, type Notes, refuse } from '../values/notes.js'
import { attachmentKeys, fieldKeys, isEmpty, readAttachment } from './attachment.js'
import { tooLong, tooManyPosts } from './limits-check.js'
import { checkNesting } from './nesting-guard.js'
import { noPayload, type Payload, type PayloadReading } from './payload.js'
import { checkClose, readClose, readKey, readReplyTo } from './sender-keys.js'

/** Collects the blocks, since keys may come in any order. */
type Draft = Payload & { blocks?: string; trees?: string; actions?: unknown }

const keys: Keys<Draft> = new Map<string, ReadInto<Draft>>([
  ['text', stringInto('text')],
  ['username', stringInto('username')],
  ['icon_url', stringInto('iconUrl')],
  ['channel', stringInto('channel')],
  ['type', readType],
  [
    'props',
    (draft, value, at, notes) =>
      readProps(draft, isRecord(value) ? readMattermostBlocks(draft, value, at, notes) : value, at, notes),
  ],
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
  const { blocks, trees, actions } = draft
  const payload =
    blocks === undefined && trees === undefined && actions === undefined ? draft : withBlocks(draft)
  payload.text = withoutActionLinks(payload.text, actions, notes)
  checkClose(payload.keys, notes)
  checkFileIds(payload, notes)
  if (notes.refusal === undefined) refuseWhole(payload, notes)
  return notes.refusal ?? { outcome: 'read', json, payload }
}

function withBlocks({ blocks = '', trees = '', actions: _, ...payload }: Draft): Payload {
  const shown = [blocks, trees].filter(each => each !== '').join('\n\n')
  return { ...payload, text: textWithBlocks(payload.text, shown) }
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

/** Drops null and empty attachments (docs/behaviour.md, payload). */
export function readAttachments(payload: Payload, value: unknown, at: string, notes: Notes): void {
  payload.attachments = []
  for (const { raw, path } of readList(
    value,
    at,
    { most: maxAttachments, tooMany: 'too_many_attachments' },
    notes,
  )) {
    const attachment = raw && readAttachment(raw, `${path}.`, notes)
    if (attachment === null || isEmpty(attachment)) ignore(notes, `${path} (empty)`)
    else payload.attachments.push(attachment)
  }
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

const quote = 0x22
const backslash = 0x5c

/**
 * Returns the first JSON object in `text` without any trailing text, and escapes line feeds, carriage returns and tabs inside
 * strings. Senders that build JSON by hand write these (docs/behaviour.md, sending). Takes one pass.
 */
function firstValue(text: string): string {
  const pieces: string[] = []
  let kept = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = stringEnd(text, at + 1)
      pieces.push(text.slice(kept, at), escapeControls(text.slice(at, end)))
      kept = end
      at = end - 1
    } else if (opens(code)) depth++
    else if (closes(code) && --depth === 0) return pieces.join('') + text.slice(kept, at + 1)
  }
  return pieces.join('') + text.slice(kept)
}

/** Returns the position after the quote that ends the string. `from` is inside it. */
function stringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) return at + 1
  }
  return text.length
}

function escapeControls(string: string): string {
  if (!/[\n\r\t]/.test(string)) return string
  return string.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
}

/** `{` and `[`, like `}` and `]`, differ in one bit. */
function opens(code: number): boolean {
  return (code | 0x20) === 0x7b
}

function closes(code: number): boolean {
  return (code | 0x20) === 0x7d
}

/** Props that name the poster and the attachments. Payloads cannot forge them (docs/behaviour.md, payload). */
const reserved = [
  'from_webhook',
  'override_username',
  'override_icon_url',
  'webhook_display_name',
  'webhook_id',
  'attachments',
  'repeats',
]

export function readProps(payload: Payload, value: unknown, at: string, notes: Notes): void {
  const clean = isRecord(value) ? cleanValue(value) : undefined
  if (!isRecord(value)) refuseKind(notes, at, 'an object', value)
  else if (!isRecord(clean)) refuse(notes, 'props_too_long', `${at} is too large or nested too deeply.`)
  else payload.props = withoutReserved(clean, notes)
}

/** Reads Mattermost's blocks into the text. Returns the other props: actions of blocks may have secrets, and props are public. */
function readMattermostBlocks(
  draft: Draft,
  props: Record<string, unknown>,
  at: string,
  notes: Notes,
): Record<string, unknown> {
  const { mm_blocks, mm_blocks_actions, blocks, cards, ...rest } = props
  if (mm_blocks_actions !== undefined) draft.actions = mm_blocks_actions
  const trees = [
    readTrees(mm_blocks, `${at}.mm_blocks`, mm_blocks_actions, notes),
    blocks === undefined ? '' : readBlocks(blocks, `${at}.blocks`, notes),
    readTrees(cards, `${at}.cards`, mm_blocks_actions, notes),
  ]
  const shown = trees.filter(each => each !== '').join('\n\n')
  if (shown !== '') draft.trees = cleanText(shown)
  return rest
}

function withoutReserved(props: Record<string, unknown>, notes: Notes): Record<string, unknown> {
  for (const name of reserved) {
    if (!Object.hasOwn(props, name)) continue
    delete props[name]
    ignore(notes, `props.${name}`)
  }
  return props
}

/** The maximum length of a post's type, which every post of a delivery repeats. */
const maxTypeLength = 26

/**
 * Reads a type. Hooks cannot post as the system (docs/behaviour.md, payload). Clients define custom types. Other words, such
 * as `mrkdwn` or `message`, are ignored, so that the message is still posted.
 */
function readType(payload: Payload, value: unknown, at: string, notes: Notes): void {
  if (typeof value !== 'string') refuseKind(notes, at, 'a string', value)
  else if (mayBeSet(value)) payload.type = value
  else if (/^system_/i.test(value)) refuseType(notes, at)
  else ignore(notes, at)
}

export function refuseType(notes: Notes, at: string): void {
  refuse(notes, 'bad_type', `${at} must be empty, slack_attachment, or custom_ and a name of letters.`)
}

/** Returns whether a user's or hook's post may have this type. */
export function mayBeSet(type: string): boolean {
  return (
    type === '' || type === 'slack_attachment' || (type.length <= maxTypeLength && /^custom_\w+$/.test(type))
  )
}
