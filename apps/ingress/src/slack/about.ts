import { isId, readTimestamp } from '@posthorn/core'
import { type SlackResult, slackFailure } from '@posthorn/server'
import { channelRef, type MethodCall, textArgument } from './method-call.js'

/** Returns who the token stands for. */
export async function authTest(call: MethodCall): Promise<SlackResult> {
  const { deps, origin, sender } = call
  const { hook, user, standing } = sender
  const team = await deps.slack.findTeam(hook.teamId).catch(() => undefined)
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
export async function getPermalink(call: MethodCall): Promise<SlackResult> {
  const { args, deps, origin, sender } = call
  const [channel, ts] = [textArgument(args, 'channel'), textArgument(args, 'message_ts')]
  if (channel === '' || (!isId(ts) && readTimestamp(ts) === undefined))
    return slackFailure('invalid_arguments', 'Send channel and message_ts.')
  const { hook, user, standing } = sender
  const post = await deps.slack.findByTimestamp(channelRef(channel, hook), ts)
  if (!post) return slackFailure('message_not_found')
  const isShown = user
    ? await deps.slack.mayRead(hook.userId, post.channelId)
    : (await deps.findPosts(hook.id, post.id)).posts.length > 0
  const [place, team] = await Promise.all([
    deps.slack.findChannel(post.channelId),
    deps.slack.findTeam(hook.teamId),
  ])
  if (!isShown || !place || !team) return slackFailure('message_not_found')
  const path = place.type === 'D' ? '' : `/channels/${place.name}?post=${post.id}`
  return { fields: { channel: post.channelId, permalink: `${origin}/${team.name}${path}` }, standing }
}
