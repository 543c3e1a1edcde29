import type { PostObject } from '@posthorn/contract'
import type { Output } from '../../output/output.js'
import { localTime, printable, printableLine } from '../../output/printable.js'

type Attachment = Record<'fallback' | 'pretext' | 'title' | 'text', unknown> & { fields?: unknown }

/** Prints a post: a line with its time, channel and author, and its text below. */
export function showPost(out: Output, post: PostObject, channel: string, author: string): void {
  if (out.isJson) out.json(post)
  else if (out.isQuiet) out.line(post.id)
  else for (const line of linesOf(out, post, channel, author)) out.line(line)
}

function linesOf(out: Output, post: PostObject, channel: string, author: string): string[] {
  const changed = post.edit_at > 0 ? ' (edited)' : ''
  const reply = post.root_id === '' ? '' : ' (reply)'
  const head = [
    out.style('dim', localTime(post.create_at)),
    out.style('cyan', `#${printableLine(channel)}`),
    out.style('bold', printableLine(author)),
  ]
  const text = textOf(post).split('\n')
  return [`${head.join('  ')}${reply}${changed}`, ...text.map(line => `  ${line}`)]
}

/** Returns a post’s text with that of its attachments, safe for a terminal. */
function textOf({ message, props }: PostObject): string {
  const attachments = Array.isArray(props.attachments) ? (props.attachments as Attachment[]) : []
  const texts = [message, ...attachments.flatMap(attachmentTexts)].filter(text => text !== '')
  return printable(texts.join('\n')).trimEnd()
}

function attachmentTexts(attachment: Attachment): string[] {
  const { pretext, title, text, fallback, fields } = Object(attachment)
  const rows = Array.isArray(fields)
    ? fields.map(field => `${Object(field).title}: ${Object(field).value}`)
    : []
  const texts = [pretext, title, text, ...rows].filter(one => typeof one === 'string' && one !== '')
  return texts.length > 0 ? texts : typeof fallback === 'string' ? [fallback] : []
}
