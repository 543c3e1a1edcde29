import { translateAttachment } from './payload/attachment.js'
import type { Payload } from './payload/payload.js'
import { paginateAttachments } from './posts/compose.js'
import { type Appearance, countedProps } from './posts/props.js'

/** At most this many names of cut texts. An attachment can have two hundred. */
const maxCut = 20

/**
 * Returns what had no effect, for the hook's owner: unknown keys, such as `icon_emoji` or `attachments[0].mrkdwn_in`. With
 * the current settings, also what they turn off and what did not fit. At most about fifty names of up to 160 characters.
 */
export function ignoredIn(payload: Payload, look?: Appearance): string[] {
  const ignored = [...payload.ignored]
  if (look === undefined) return ignored
  if (payload.username !== '' && !look.overrideUsername) ignored.push('username (overriding is off)')
  if (payload.iconUrl !== '' && !look.overrideIcon) ignored.push('icon_url (overriding is off)')
  if (payload.attachments.length === 0) return ignored
  if (payload.type.startsWith('custom_')) ignored.push('type (attachments set it)')
  const { cut } = paginateAttachments(
    payload.attachments.map(translateAttachment),
    countedProps(payload, look),
  )
  return [...ignored, ...cut.slice(0, maxCut)]
}
