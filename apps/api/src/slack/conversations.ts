import {
  type Channel,
  channelsOf,
  channelsToJoin,
  findChannels,
  findChannelsByName,
  findMember,
} from '@posthorn/db'
import { join } from '../calls/channels/join.js'
import { mayRead } from '../http/rights/rights.js'
import { Refused } from '../refusals/refused.js'
import { type SlackFailure, type SlackResult, slackFailure } from './answers.js'
import type { SlackCall } from './callers.js'
import { nextCursor, offsetIn, pageSize } from './pages.js'

const kinds = { O: 'public_channel', P: 'private_channel', D: 'im' } as const

/** Lists the user's channels, then public ones to join. Archived ones are left out. */
export async function listConversations({ deps, user, teamId, args }: SlackCall): Promise<SlackResult> {
  const offset = offsetIn(args)
  if (offset === undefined) return slackFailure('invalid_cursor')
  const limit = pageSize(args)
  const types = new Set(
    String(args.types || 'public_channel')
      .split(',')
      .map(type => type.trim()),
  )
  const own = (await channelsOf(deps.db, teamId, user.id)).filter(({ type }) => types.has(kinds[type]))
  const page = own.slice(offset, offset + limit + 1)
  const missing = types.has('public_channel') ? limit + 1 - page.length : 0
  const others =
    missing > 0
      ? await channelsToJoin(deps.db, teamId, user.id, Math.max(0, offset - own.length), missing)
      : []
  const ids = new Set(own.map(({ id }) => id))
  const found = [...page, ...others]
  return {
    fields: {
      channels: found.slice(0, limit).map(channel => conversation(channel, user.id, ids.has(channel.id))),
      ...nextCursor(found.length > limit ? String(offset + limit) : ''),
    },
  }
}

export async function conversationInfo(call: SlackCall): Promise<SlackResult> {
  const channel = await findConversation(call)
  if ('error' in channel) return channel
  const isMember = await findMember(call.deps.db, channel.id, call.user.id)
  return { fields: { channel: conversation(channel, call.user.id, isMember !== undefined) } }
}

/** Joins a public channel, as in the console. */
export async function joinConversation(call: SlackCall): Promise<SlackResult> {
  const channel = await findConversation(call)
  if ('error' in channel) return channel
  if (channel.type === 'D') return slackFailure('method_not_supported_for_channel_type')
  const joined = await join(call.deps, call.user, channel)
  if (!(joined instanceof Refused)) return { fields: { channel: conversation(channel, call.user.id, true) } }
  return slackFailure(joined.refusal === 'archived_for_members' ? 'is_archived' : 'channel_not_found')
}

/** Returns the channel that `channel` names by its id or name, if the user may know that it exists. */
export async function findConversation({
  deps,
  user,
  teams,
  teamId,
  args,
}: SlackCall): Promise<Channel | SlackFailure> {
  const name = typeof args.channel === 'string' ? args.channel.replace(/^#/, '') : ''
  if (name === '') return slackFailure('invalid_arguments', 'Name a channel.')
  const byId = (await findChannels(deps.db, [name])).get(name)
  const channel = byId ?? (await findChannelsByName(deps.db, [teamId], [name]))[0]
  if (!channel) return slackFailure('channel_not_found')
  const isOpen = channel.type === 'O' && teams.some(({ id }) => id === channel.teamId)
  return isOpen || (await mayRead(deps.db, user, channel.id)) ? channel : slackFailure('channel_not_found')
}

/** Returns Slack's object of a channel. Times are seconds. */
function conversation(channel: Channel, userId: string, isMember: boolean) {
  const { id, name, type, creatorId, createAt, deleteAt, header, purpose } = channel
  const other = name.split('__').find(end => end !== userId)
  const isDirect = type === 'D'
  return {
    id,
    created: Math.floor(createAt / 1000),
    is_archived: deleteAt > 0,
    is_channel: type === 'O',
    is_group: type === 'P',
    is_im: isDirect,
    is_mpim: false,
    is_private: type !== 'O',
    ...(isDirect
      ? { user: other ?? userId }
      : {
          name,
          name_normalized: name,
          is_general: name === 'town-square',
          is_member: isMember,
          creator: creatorId,
          topic: { value: header },
          purpose: { value: purpose },
        }),
  }
}
