import { fromMrkdwn } from '../block-kit/mrkdwn.js'
import { readBlocks, textWithBlocks } from '../block-kit/read-blocks.js'
import { propsLimit } from '../limits.js'
import { translateAttachment } from '../payload/attachment.js'
import { tooLong } from '../payload/limits-check.js'
import { readAttachments } from '../payload/parse.js'
import { noPayload, type Payload } from '../payload/payload.js'
import { jsonLength } from '../text/code-points.js'
import { translate } from '../text/translate.js'
import { cleanText } from '../values/clean.js'
import type { Notes } from '../values/notes.js'
import { type DraftPost, postsOf } from './compose.js'

/** A message of another service. With the format `slack`, it is mrkdwn with Block Kit, else markdown that is never translated. */
export type ImportedText = {
  message: string
  format: 'markdown' | 'slack'
  blocks: unknown[]
  attachments: unknown[]
  props: Record<string, unknown>
  /** A post with files needs no text. */
  hasFiles?: boolean
}

/** The resulting posts, at least one, or why there are none. */
export type ImportedReading =
  | { outcome: 'composed'; posts: DraftPost[] }
  | { outcome: 'unusable'; detail: string }

/** Splits and renders a message like the payload of a hook. Its props are kept as they are, but for attachments. */
export function composeImported(given: ImportedText): ImportedReading {
  const notes: Notes = { refusal: undefined, ignored: [] }
  const payload = noPayload(notes.ignored)
  const { attachments: _, ...props } = given.props
  if (given.attachments.length > 0) readAttachments(payload, given.attachments, 'attachments', notes)
  payload.text = textOf(given, notes)
  const mistake = notes.refusal?.detail ?? mistakeIn(payload, props, given.hasFiles)
  if (mistake !== undefined) return { outcome: 'unusable', detail: mistake }
  const isSlack = given.format === 'slack'
  const attachments = isSlack ? payload.attachments.map(translateAttachment) : payload.attachments
  const content = { text: payload.text, attachments, type: '', base: props, counted: props }
  return { outcome: 'composed', posts: [...postsOf(content)] }
}

function textOf({ message, format, blocks }: ImportedText, notes: Notes): string {
  const text = cleanText(message)
  if (format === 'markdown') return text
  return translate(textWithBlocks(fromMrkdwn(text), readBlocks(blocks, 'blocks', notes)))
}

function mistakeIn(payload: Payload, props: Record<string, unknown>, hasFiles = false): string | undefined {
  if (payload.text === '' && payload.attachments.length === 0 && !hasFiles) return 'It has no text.'
  if (jsonLength(props) > propsLimit / 2) return 'Its props are too long.'
  return tooLong(payload) === undefined ? undefined : 'Its attachments are too long.'
}
