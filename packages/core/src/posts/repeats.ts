import { timeOf } from '../ids.js'
import { postLimit } from '../limits.js'
import type { Payload } from '../payload/payload.js'
import { codePoints } from '../text/code-points.js'
import type { Appearance } from './props.js'

/** The parts of a post that show its counter. */
type Shown = { message: string; html: string }

/**
 * Returns everything that makes two deliveries the same to a reader, as one text: texts, attachments, the shown name and picture,
 * and the keys. Other props do not count. Contents of different series are never the same.
 */
export function comparableContent(payload: Payload, look: Appearance, series = ''): string {
  const { text, attachments, type, username, iconUrl, keys } = payload
  const name = look.overrideUsername ? username : ''
  const icon = look.overrideIcon ? iconUrl : ''
  return JSON.stringify([series, text, attachments, type, name, icon, keys.thread, keys.update, keys.replyTo])
}

/** Enough for the line of any counter. */
const roomForLine = 60

/** Returns the number of the first of these messages that has room for a counter, counted from 1. If none has, 1. */
export function numberWithRoom(messages: string[]): number {
  const index = messages.findIndex(message => codePoints(message) + roomForLine <= postLimit)
  return Math.max(index, 0) + 1
}

/**
 * Returns a post's message and HTML with its counter as the last line (docs/behaviour.md, repeats). A message without room for it
 * stays as it is. The time has its date if that is not the date of the post.
 */
export function withRepeats(
  { message, html }: Shown,
  id: string,
  { count, lastAt }: { count: number; lastAt: number },
): Shown {
  const last = new Date(lastAt).toISOString()
  const day = last.slice(0, 10)
  const isSameDay = day === new Date(timeOf(id)).toISOString().slice(0, 10)
  const time = `${isSameDay ? '' : `${day} `}${last.slice(11, 16)} UTC`
  const text = `${message}${message === '' ? '' : '\n\n'}× ${count}, last at ${time}`
  return {
    message: codePoints(text) > postLimit ? message : text,
    html: `${html}<p class="repeats">× ${count}, last at <time datetime="${last}">${time}</time></p>`,
  }
}
