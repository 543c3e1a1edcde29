import type { PostObject } from '@posthorn/contract'
import { textLines } from '../channel/history/text-lines.js'

const maxCharacters = 200

/** Returns what a notification says of a post: its text, else an attachment's fallback or title. */
export function alertText({ message, html = '', props }: PostObject): string {
  const [first] = Array.isArray(props.attachments) ? (props.attachments as Record<string, unknown>[]) : []
  const shown = () => textLines(html).join(' ')
  const text = message === '' ? textIn(first?.fallback) || textIn(first?.title) || shown() : shown()
  return Array.from(text).slice(0, maxCharacters).join('')
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
