import { type ChannelObject, calls } from '@posthorn/contract'
import {
  type Channel,
  type ChannelChanges,
  type NewPost,
  updateChannel as storeChanges,
  type User,
} from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { channelUpdated } from '../../live/events.js'
import { channelObject } from '../../objects/channel-object.js'
import { type Refused, refused } from '../../refusals/refused.js'
import { defaultChannel } from './membership.js'
import { systemMessage } from './system-messages.js'
import { validateChannelTexts, validateHeaderAndPurpose } from './validate-channel.js'

/** Empty names leave a channel's names as they are, as in the reference. */
export const updateChannel = serve(calls.updateChannel, async ({ deps, caller, channel, body }) => {
  const changes = {
    name: body.name || channel.name,
    displayName: body.display_name || channel.displayName,
    header: body.header ?? channel.header,
    purpose: body.purpose ?? channel.purpose,
  }
  if (body.type && body.type !== channel.type)
    return refused('bad_parameter', 'Invalid type parameter. The type of a channel cannot be changed.')
  const mistake = mistakeIn(channel, changes)
  if (mistake) return refused(mistake)
  return change(deps, caller.user, channel, changes)
})

export const updateChannelHeader = serve(
  calls.updateChannelHeader,
  async ({ deps, caller, channel, body: { channel_header: header } }) => {
    if (validateHeaderAndPurpose({ header, purpose: '' })) return refused('header_too_long')
    return change(deps, caller.user, channel, { header })
  },
)

export const updateChannelPurpose = serve(
  calls.updateChannelPurpose,
  async ({ deps, caller, channel, body: { channel_purpose: purpose } }) => {
    if (validateHeaderAndPurpose({ header: '', purpose })) return refused('purpose_too_long')
    return change(deps, caller.user, channel, { purpose })
  },
)

function mistakeIn({ type, name, displayName }: Channel, changes: Required<ChannelChanges>) {
  const isSameName = changes.name === name
  if (name === defaultChannel && !isSameName) return 'default_channel_name_stays'
  if (type !== 'D')
    return changes.name.includes('__') ? 'name_of_direct' : validateChannelTexts(changes, displayName)
  return isSameName && changes.displayName === displayName
    ? validateHeaderAndPurpose(changes)
    : 'name_of_direct'
}

type Unchanged = 'archived_for_changes' | 'channel_name_taken'
type Nameless = Pick<ChannelChanges, 'header' | 'purpose'>

/** Only a changed name can conflict with another channel. */
async function change(
  deps: ApiDeps,
  user: User,
  channel: Channel,
  changes: Nameless & { name?: never },
): Promise<ChannelObject | Refused<'archived_for_changes'>>
async function change(
  deps: ApiDeps,
  user: User,
  channel: Channel,
  changes: ChannelChanges,
): Promise<ChannelObject | Refused<Unchanged>>
async function change(deps: ApiDeps, user: User, channel: Channel, changes: ChannelChanges) {
  const messages = changeMessages(channel, user, changes)
  const changed = await storeChanges(deps.db, channel.id, { changes, messages, nowMs: deps.nowMs() })
  if (changed.outcome !== 'updated') return refused(changed.outcome)
  deps.live.posted(messages.map(({ id }) => id))
  deps.live.publish(channelUpdated(changed.channel))
  return channelObject(changed.channel)
}

/** Texts of a channel whose changes it announces, with the reference's types and props. */
const kinds = {
  displayName: { type: 'system_displayname_change', what: 'display name', prop: 'displayname' },
  header: { type: 'system_header_change', what: 'header', prop: 'header' },
  purpose: { type: 'system_purpose_change', what: 'purpose', prop: 'purpose' },
} as const

type AnnouncedChange = keyof typeof kinds

/** Returns the messages about a channel's changes, one for each changed text. */
function changeMessages(
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
