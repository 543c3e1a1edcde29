import { type Attachment, inOneLine, jsonLength, translateAttachment } from '@posthorn/core'
import { truncate } from '../markdown.js'

/** What an attachment takes without its text, in code points of JSON. The rest of a post's props is for the name and picture. */
const room = 6000
const maxAddress = 1000

/** What is left out of an attachment that is too long, in this order, after its fields. */
const optional = ['footer_icon', 'author_icon', 'thumb_url', 'image_url', 'actions', 'author_link'] as const

/** Returns an attachment that fits into a post. Adds what it leaves out to `ignored`. The reader shortens its text. */
export function fitAttachment(
  attachment: Partial<Attachment>,
  at: string,
  ignored: string[],
): Partial<Attachment> {
  const fitting = { ...attachment, ...(attachment.fields && { fields: [...attachment.fields] }) }
  while (fitting.fields && fitting.fields.length > 0 && lengthOf(fitting) > room) fitting.fields.pop()
  const left = fitting.fields?.length ?? 0
  if (left < (attachment.fields?.length ?? 0)) ignored.push(`${at}.fields after the first ${left}`)
  for (const name of optional) {
    if (!fitting[name] || lengthOf(fitting) <= room) continue
    delete fitting[name]
    ignored.push(`${at}.${name} (too long)`)
  }
  return fitting
}

function lengthOf(attachment: Partial<Attachment>): number {
  const texts = { pretext: '', title: '', fields: null, ...attachment, text: '' }
  return jsonLength(translateAttachment(texts as Attachment))
}

/** Returns a web address that another chat's payload may show; empty for others. */
export function webAddress(address: string): string {
  return address.length <= maxAddress && /^https?:\/\/[^\s<>"]+$/i.test(address) ? address : ''
}

/** Returns a text that is shown as written: a title or name. */
export function shownLine(text: string, most: number): string {
  return truncate(inOneLine(text), most)
}
