import type { TrialSide } from '@posthorn/contract'
import {
  type Appearance,
  type Attachment,
  type Bounds,
  beyondBounds,
  composeImported,
  composePosts,
  type DraftPost,
  type ImportedReading,
  type ImportedText,
  type Payload,
  type PayloadReading,
  parsePayload,
  readUserPost,
  tooManyPosts,
  type Unpostable,
} from '@posthorn/core'
import {
  adapterNamed,
  type Format,
  faultText,
  formatFor,
  parseTemplate,
  readAdapted,
  readNativeJson,
  readTemplated,
  readTemplateJson,
  senderOf,
  type TemplatedReading,
  type TemplateFields,
} from '@posthorn/formats'
import { readArguments } from '../slack/read-arguments.js'

/** Work on a caller's text by name. Each function is pure, so that a thread can run it. */
export const textWorks = {
  readPayload,
  compareReadings,
  composePreview,
  readUserPost,
  composeAllImported,
  readArguments,
}
export type TextWorks = typeof textWorks

/**
 * How a payload is read. `format`: that of an adapter; if absent, senders are recognized, unless it `isPlain`. `template`: the
 * fields of the template that the format names.
 */
export type HowToRead = {
  format?: Format | undefined
  template?: TemplateFields | undefined
  isPlain?: boolean
}

/** `maxPosts`: the limit per delivery. */
type Given = HowToRead & { payload: string; maxPosts: number }

/** A payload, or a sender's own JSON with its format, or an event that becomes no post. */
export type HookReading =
  | (PayloadReading & { format?: Format })
  | Exclude<TemplatedReading, { outcome: 'read' }>

/** Reads a payload as the ingress and the worker do. */
function readPayload({ payload, maxPosts, format, template, isPlain }: Given): HookReading {
  const reading = format ? readFormatted(payload, format, template) : parsePayload(payload)
  if (reading.outcome === 'no_text' && !format && !isPlain) return readRecognized(payload) ?? reading
  if (reading.outcome !== 'read') return reading
  const tooMany = tooManyPosts(reading.payload, maxPosts)
  return tooMany === undefined ? reading : { outcome: 'too_many_posts', detail: tooMany }
}

/** Only bodies that need no header are recognized. */
function readRecognized(json: string): HookReading | undefined {
  const read = readNativeJson(Buffer.from(json), undefined, '')
  const adapter = read.outcome === 'read' ? senderOf({}, read.value) : undefined
  return adapter && readFormatted(json, formatFor(adapter, {}, ''))
}

function readFormatted(json: string, format: Format, template?: TemplateFields): HookReading {
  const bytes = Buffer.from(json)
  const read = template
    ? readTemplateJson(bytes, undefined, '')
    : readNativeJson(bytes, undefined, '', adapterNamed(format.name))
  if (read.outcome !== 'read') return read
  const reading = template ? readWith(json, template, format) : readAdapted(json, format)
  return reading.outcome === 'read' ? { ...reading, json, format } : reading
}

function readWith(json: string, fields: TemplateFields, { query }: Format): TemplatedReading {
  const parsing = parseTemplate(fields)
  if (parsing.outcome === 'parsed') return readTemplated(json, parsing.template, query)
  return { outcome: 'template_failed', detail: faultText(parsing.fault), fault: parsing.fault }
}

type Composing = { payload: Payload; look: Appearance; bounds: Bounds; maxShown: number }

/** Returns the number of posts that a payload would become and the first of them, or why it is too large. */
function composePreview({
  payload,
  look,
  bounds,
  maxShown,
}: Composing): { count: number; posts: DraftPost[] } | Unpostable {
  const posts: DraftPost[] = []
  let [count, htmlBytes] = [0, 0]
  for (const post of composePosts(payload, look)) {
    htmlBytes += Buffer.byteLength(post.html)
    const over = beyondBounds(bounds, ++count, htmlBytes)
    if (over) return over
    if (count <= maxShown) posts.push(post)
  }
  return { count, posts }
}

/** Turns imported messages into posts. */
function composeAllImported(messages: ImportedText[]): ImportedReading[] {
  return messages.map(composeImported)
}

type Comparing = { payload: string; maxPosts: number; now: HowToRead; tried: HowToRead }

/** What one payload becomes when it is read in two ways. */
export type ComparedReading = { now: TrialSide; tried: TrialSide; isSame: boolean }

/** Reads a payload in two ways. */
function compareReadings({ payload, maxPosts, now, tried }: Comparing): ComparedReading {
  const one = readPayload({ payload, maxPosts, ...now })
  const other = readPayload({ payload, maxPosts, ...tried })
  return { now: sideOf(one), tried: sideOf(other), isSame: madeOf(one) === madeOf(other) }
}

/** Returns everything that a reader of the posts could notice. */
function madeOf(reading: HookReading): string {
  if (reading.outcome !== 'read')
    return reading.outcome === 'skipped' ? 'skipped' : `failed ${reading.detail}`
  return JSON.stringify({ ...reading.payload, ignored: [] })
}

const noSide = { text: '', color: '', channel: '', thread_key: '', update_key: '', close: false }

function sideOf(reading: HookReading): TrialSide {
  if (reading.outcome === 'skipped') return { ...noSide, outcome: 'skipped', detail: reading.detail }
  if (reading.outcome !== 'read') return { ...noSide, outcome: 'failed', detail: reading.detail }
  const { text, attachments, channel, keys } = reading.payload
  return {
    ...{ outcome: 'read', detail: '', channel, color: attachments[0]?.color ?? '' },
    text: [text, ...attachments.flatMap(textsOf)].filter(part => part !== '').join('\n'),
    ...{ thread_key: keys.thread, update_key: keys.update, close: keys.close },
  }
}

function textsOf({ pretext, author_name, title, text, fields, footer }: Attachment): string[] {
  const rows = (fields ?? []).map(field => `${field.title}: ${field.value ?? ''}`)
  return [pretext, author_name, title, text, ...rows, footer]
}
