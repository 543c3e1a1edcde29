import { isId, readTimestamp } from '@posthorn/core'
import { findByTimestamp, findChannels, findHookPosts, findReaders, findTeam } from '@posthorn/db'
import { type SlackResult, slackFailure } from './answers.js'
import { channelRef, type SendingCall, textArgument } from './deliver.js'

/** Returns who the token stands for. */
export async function authTest(call: SendingCall): Promise<SlackResult> {
  const { deps, origin, sender } = call
  const { hook, user, standing } = sender
  const team = await findTeam(deps.db, hook.teamId)
  return {
    standing,
    fields: {
      url: `${origin}/`,
      team: team?.displayName ?? '',
      team_id: hook.teamId,
      user: user?.name ?? (hook.displayName || 'webhook'),
      user_id: hook.userId,
      ...((!user || user.isBot) && { bot_id: hook.id }),
      is_enterprise_install: false,
    },
  }
}

/** Returns the address of a message in the console: to hooks of their own, to users of those that they may read. */
export async function getPermalink(call: SendingCall): Promise<SlackResult> {
  const { args, deps, origin, sender } = call
  const [channel, ts] = [textArgument(args, 'channel'), textArgument(args, 'message_ts')]
  if (channel === '' || (!isId(ts) && readTimestamp(ts) === undefined))
    return slackFailure('invalid_arguments', 'Send channel and message_ts.')
  const { hook, user, standing } = sender
  const post = await findByTimestamp(deps.db, channelRef(channel, hook), ts)
  if (!post) return slackFailure('message_not_found')
  const isShown = user
    ? (await findReaders(deps.db, [{ channelId: post.channelId, userId: hook.userId }])).length > 0
    : (await findHookPosts(deps.db, hook.id, post.id)).posts.length > 0
  const [places, team] = await Promise.all([
    findChannels(deps.db, [post.channelId]),
    findTeam(deps.db, hook.teamId),
  ])
  const place = places.get(post.channelId)
  if (!isShown || !place || !team) return slackFailure('message_not_found')
  const path = place.type === 'D' ? '' : `/channels/${place.name}?post=${post.id}`
  return { fields: { channel: post.channelId, permalink: `${origin}/${team.name}${path}` }, standing }
}
