import { readBlocks, textWithBlocks } from '../block-kit/read-blocks.js'
import { maxFields, propsLimit } from '../limits.js'
import { translate, translateAnnouncements } from '../text/translate.js'
import { cleanText, cleanValue } from '../values/clean.js'
import {
  isRecord,
  type Keys,
  type ReadInto,
  readKeys,
  readList,
  refuseKind,
  stringInto,
} from '../values/keys.js'
import { ignore, type Notes } from '../values/notes.js'

/** An attachment as clients of API v3 see it in a post's props: with all keys, in this order, even if they are empty (docs/behaviour.md, payload). */
export type Attachment = {
  id: number
  fallback: string
  color: string
  pretext: string
  author_name: string
  author_link: string
  author_icon: string
  title: string
  title_link: string
  text: string
  fields: AttachmentField[] | null
  image_url: string
  thumb_url: string
  footer: string
  footer_icon: string
  ts: string | number | null
  /** Buttons and menus, stored without `integration`. Those with a `url` are shown as links. None is ever called. */
  actions?: Record<string, unknown>[]
}

const strings = [
  'fallback',
  'color',
  'pretext',
  'author_name',
  'author_link',
  'author_icon',
  'title',
  'title_link',
  'text',
  'image_url',
  'thumb_url',
  'footer',
  'footer_icon',
] as const

const shown = [
  'fallback',
  'pretext',
  'author_name',
  'title',
  'text',
  'image_url',
  'thumb_url',
  'footer',
] as const

/** Collects the blocks, since keys may come in any order. */
type Draft = Attachment & { blocks?: string }

const keys: Keys<Draft> = new Map<string, ReadInto<Draft>>([
  ...strings.map(name => [name, stringInto(name)] as const),
  ['id', readId],
  [
    'fields',
    (attachment, value, at, notes) => {
      attachment.fields = readFields(value, at, notes)
    },
  ],
  ['ts', readTime],
  ['actions', readActions],
  [
    'blocks',
    (draft, value, at, notes) => {
      draft.blocks = readBlocks(value, at, notes)
    },
  ],
])

export const attachmentKeys = [...keys.keys()]

export function readAttachment(raw: object, path: string, notes: Notes): Attachment {
  const { blocks = '', ...attachment }: Draft = readKeys<Draft>(emptyAttachment(), raw, keys, path, notes)
  return blocks === '' ? attachment : { ...attachment, text: textWithBlocks(attachment.text, blocks) }
}

/** Returns whether nothing of an attachment would be visible. Such attachments are dropped (docs/behaviour.md, payload). */
export function isEmpty(attachment: Attachment): boolean {
  return attachment.fields === null && !attachment.actions && shown.every(name => attachment[name] === '')
}

function emptyAttachment(): Attachment {
  return {
    id: 0,
    fallback: '',
    color: '',
    pretext: '',
    author_name: '',
    author_link: '',
    author_icon: '',
    title: '',
    title_link: '',
    text: '',
    fields: null,
    image_url: '',
    thumb_url: '',
    footer: '',
    footer_icon: '',
    ts: null,
  }
}

function readId(attachment: Attachment, value: unknown, at: string, notes: Notes): void {
  if (Number.isSafeInteger(value)) attachment.id = value as number
  else refuseKind(notes, at, 'a whole number', value)
}

function readTime(attachment: Attachment, value: unknown, at: string, notes: Notes): void {
  if (typeof value === 'string') attachment.ts = cleanText(value)
  else if (Number.isFinite(value)) attachment.ts = value as number
  else ignore(notes, at)
}

/**
 * Reads actions as links if they have a URL, otherwise as inert. Invalid ones never reject the payload. Drops `integration`,
 * which may contain secrets, because props are public.
 */
function readActions(attachment: Attachment, value: unknown, at: string, notes: Notes): void {
  const actions = Array.isArray(value) ? cleanValue(value) : undefined
  const kept = Array.isArray(actions)
    ? actions.filter(isRecord).map(({ integration: _, ...action }) => action)
    : []
  if (kept.length === 0 || !kept.every(hasUrl)) ignore(notes, at)
  if (kept.length > 0) attachment.actions = kept
}

function hasUrl({ url }: Record<string, unknown>): boolean {
  return typeof url === 'string' && url !== ''
}

/** One row of an attachment's table (docs/behaviour.md, payload). */
export type AttachmentField = { title: string; value: string | null; short: boolean }

const fieldReaders: Keys<AttachmentField> = new Map([
  ['title', stringInto('title')],
  ['value', readValue],
  ['short', readShort],
])

export const fieldKeys = [...fieldReaders.keys()]

/** Reads an attachment's fields without null ones. Returns `null` if none is left (docs/behaviour.md, payload). */
function readFields(value: unknown, at: string, notes: Notes): AttachmentField[] | null {
  const fields: AttachmentField[] = []
  for (const { raw, path } of readList(value, at, { most: maxFields, tooMany: 'too_many_fields' }, notes)) {
    const field: AttachmentField = { title: '', value: null, short: false }
    if (raw !== null) fields.push(readKeys(field, raw, fieldReaders, `${path}.`, notes))
  }
  return fields.length > 0 ? fields : null
}

/** Reads numbers and booleans as JavaScript writes them, objects and arrays as JSON (docs/behaviour.md, payload). */
function readValue(field: AttachmentField, value: unknown): void {
  if (typeof value === 'string') field.value = cleanText(value)
  else if (typeof value !== 'object') field.value = String(value)
  else field.value = JSON.stringify(value)
}

/** Also accepts `"true"`, which some senders write (docs/behaviour.md, payload). */
function readShort(field: AttachmentField, value: unknown, at: string, notes: Notes): void {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (word === true || word === 'true') field.short = true
  else if (word === false || word === 'false') field.short = false
  else refuseKind(notes, at, 'true or false', value)
}

/** More of a text than any post has room for, because a translation is about as long. */
const maxTranslated = 10 * propsLimit

/** Translates Slack's conventions in the texts that show links: not in names, fallback and footer. */
export function translateAttachment(attachment: Attachment): Attachment {
  const shown = (text: string) => translate(text.slice(0, maxTranslated))
  return {
    ...attachment,
    pretext: shown(attachment.pretext),
    text: shown(attachment.text),
    title: translateAnnouncements(attachment.title),
    fields: attachment.fields?.map(field => ({ ...field, value: field.value && shown(field.value) })) ?? null,
  }
}
