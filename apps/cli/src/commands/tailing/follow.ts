import { setTimeout as delay } from 'node:timers/promises'
import type { ChannelObject, PostObject } from '@posthorn/contract'
import type { CommandContext } from '../../context.js'
import { lookUpChannel, lookUpHook } from '../../session/find.js'
import type { Server } from '../../session/server.js'
import { type Arrived, listenForPosts } from './listen.js'
import { openNames } from './names.js'
import { showPost } from './show-post.js'

export type TailOptions = { hook?: string; since?: number; count?: number }

const firstWaitMs = 1000
const longestWaitMs = 30_000
/** The versions of posts that are remembered, so that none is shown twice. */
const mostRemembered = 10_000

/** Shows posts as they arrive. Connects again when the connection breaks, and then shows what arrived meanwhile. */
export async function follow(
  context: CommandContext,
  wanted: string | undefined,
  options: TailOptions,
): Promise<void> {
  const server = await context.server()
  const [channel, hook] = [
    wanted === undefined ? undefined : await lookUpChannel(server, wanted),
    options.hook === undefined ? undefined : await lookUpHook(server, options.hook),
  ]
  const isWanted = ({ channel_id, props }: PostObject) =>
    (!channel || channel_id === channel.id) && (!hook || props.webhook_id === hook.id)
  const { show, stopped } = openShowing(context, server, isWanted, options.count)
  let since = options.since
  for (let waitMs = firstWaitMs; !stopped.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    const connectedAt = Date.now()
    const greeted = await connection(server, channel, since, show, stopped, () =>
      context.out.note('Following new posts. Press Ctrl-C to stop.'),
    )
    if (stopped.aborted) return
    if (greeted) waitMs = firstWaitMs
    since = greeted ? connectedAt : (since ?? connectedAt)
    context.out.note(`Disconnected. Connecting again in ${waitMs / 1000} s …`)
    await delay(waitMs)
  }
}

type Show = (arrived: Arrived) => Promise<void>

/**
 * Follows one connection to its end. Returns whether the server greeted us and everything that arrived was shown.
 * @throws Failure or ApiError if trying again cannot help
 */
async function connection(
  server: Server,
  channel: ChannelObject | undefined,
  since: number | undefined,
  show: Show,
  stopped: AbortSignal,
  onGreeting: () => void,
): Promise<boolean> {
  let turn: Promise<unknown> = Promise.resolve()
  let greeted = false
  const failed = new AbortController()
  const inTurn = (act: () => Promise<unknown>) => {
    turn = turn.then(act)
    turn.catch(() => failed.abort()) // thrown again below, when the connection has ended
  }
  try {
    await server.client.getMe()
    await listenForPosts(server, AbortSignal.any([stopped, failed.signal]), {
      onHello: () => {
        greeted = true
        onGreeting()
        if (since !== undefined) inTurn(() => catchUp(server, channel, since, show))
      },
      onPost: arrived => inTurn(() => show(arrived)),
    })
    await turn
  } catch (error) {
    const { status } = error as { status?: number }
    if (status === undefined || (status > 0 && status < 500)) throw error
    return false
  }
  return greeted
}

/** Shows the posts since a time, oldest first: of a channel, or of all channels that have new ones, team by team. */
async function catchUp(
  server: Server,
  channel: ChannelObject | undefined,
  since: number,
  show: Show,
): Promise<void> {
  for (const { id: team } of channel ? [await server.team()] : await server.teams()) {
    const channels = channel ? [channel] : await server.client.listChannels({ params: { team } })
    for (const { id, name } of channels.filter(one => channel || one.last_post_at >= since)) {
      const params = { team, channel: id, time: since }
      const { order, posts } = await server.client.listPostsSince({ params })
      const changed = order.flatMap(post => posts[post] ?? []).filter(post => post.delete_at === 0)
      for (const post of changed.toReversed()) await show({ post, channel: name })
    }
  }
}

/** Returns a function that prints each version of a wanted post once. `stopped` is aborted after `count` of them. */
function openShowing(
  { out }: CommandContext,
  server: Server,
  isWanted: (post: PostObject) => boolean,
  count = Number.POSITIVE_INFINITY,
) {
  const names = openNames(server)
  const shown = new Set<string>()
  const stop = new AbortController()
  let left = count
  const show = async ({ post, channel, sender }: Arrived) => {
    const version = `${post.id} ${post.edit_at}`
    if (left === 0 || shown.has(version) || !isWanted(post)) return
    shown.add(version)
    if (shown.size > mostRemembered) shown.delete(shown.values().next().value ?? '')
    showPost(out, post, channel ?? (await names.channel(post)), sender ?? (await names.author(post)))
    left--
    if (left === 0) stop.abort()
  }
  return { show, stopped: stop.signal }
}
