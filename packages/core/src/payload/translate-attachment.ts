import { propsLimit } from '../limits.js'
import { translate, translateAnnouncements } from '../text/translate.js'
import type { Attachment } from './attachment.js'

/** More of a text than any post has room for, because a translation is about as long. */
const maxTranslated = 10 * propsLimit

/** Translates Slack's conventions in the texts that show links: not in names, fallback and footer. */
export function translateAttachment(attachment: Attachment): Attachment {
  return {
    ...attachment,
    pretext: translate(attachment.pretext),
    text: translate(attachment.text.slice(0, maxTranslated)),
    title: translateAnnouncements(attachment.title),
    fields:
      attachment.fields?.map(field => ({ ...field, value: field.value && translate(field.value) })) ?? null,
  }
}
