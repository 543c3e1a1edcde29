import { readBlocks } from '../block-kit/read-blocks.js'
import { textWithBlocks } from '../block-kit/text-with-blocks.js'
import { maxPostsPerDelivery } from '../ids.js'
import { cleanText } from '../values/clean.js'
import { isRecord, type Keys, kindOf, type ReadInto, readKeys, stringInto } from '../values/keys.js'
import { ignore, type Notes, refuse } from '../values/notes.js'
import { attachmentKeys } from './attachment.js'
import { readAttachments } from './attachments.js'
import { fieldKeys } from './field.js'
import { checkFileIds, readFileIds } from './file-ids.js'
import { tooLong, tooManyPosts } from './limits-check.js'
import { checkNesting } from './nesting-guard.js'
import { noPayload, type Payload, type PayloadReading } from './payload.js'
import { readProps } from './props.js'
import { firstValue } from './repair.js'
import { checkClose, readClose, readKey, readReplyTo } from './sender-keys.js'
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
