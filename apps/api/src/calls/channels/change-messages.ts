import type { Channel, NewPost, User } from '@posthorn/db'
import { systemMessage } from './system-messages.js'

/** Texts of a channel whose changes it announces, with the reference's types and props. */
const kinds = {
  displayName: { type: 'system_displayname_change', what: 'display name', prop: 'displayname' },
  header: { type: 'system_header_change', what: 'header', prop: 'header' },
  purpose: { type: 'system_purpose_change', what: 'purpose', prop: 'purpose' },
} as const

export type AnnouncedChange = keyof typeof kinds

/** Returns the messages about a channel's changes, one for each changed text. */
export function changeMessages(
  channel: Channel,
  by: User,
  changes: Partial<Pick<Channel, AnnouncedChange>>,
): NewPost[] {
  return (Object.keys(kinds) as AnnouncedChange[]).flatMap(name => {
    const [before, after = before] = [channel[name], changes[name]]
    if (after === before) return []
    const { type, what, prop } = kinds[name]
    const props = { username: by.username, [`old_${prop}`]: before, [`new_${prop}`]: after }
    return [systemMessage(channel, by, type, sentence(by, what, before, after), props)]
  })
}

function sentence({ username }: User, what: string, before: string, after: string): string {
  if (after === '') return `${username} removed the channel ${what} (was: ${before})`
  if (before === '') return `${username} updated the channel ${what} to: ${after}`
  return `${username} updated the channel ${what} from: ${before} to: ${after}`
}
