import { translate, translateAnnouncements } from '../text/translate.js'
import type { Attachment } from './attachment.js'

/** An attachment with Slack's conventions written as markdown, where a link would show: not in names, fallback or footer. */
export function translateAttachment(attachment: Attachment): Attachment {
  return {
    ...attachment,
    pretext: translate(attachment.pretext),
    text: translate(attachment.text),
    title: translateAnnouncements(attachment.title),
    fields:
      attachment.fields?.map(field => ({ ...field, value: field.value && translate(field.value) })) ?? null,
  }
}
