import { setTimeout as delay } from 'node:timers/promises'
import type { ChannelObject, PostObject } from '@posthorn/contract'
import { WebSocket } from 'ws'
import type { CommandContext } from '../../context.js'
import type { Output } from '../../output/output.js'
import { localTime, printable, printableLine } from '../../output/printable.js'
import { lookUpChannel, lookUpHook } from '../../session/find.js'
import type { Server } from '../../session/server.js'

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

/** The server pings once a minute. A connection that is silent for longer is gone. */
const silentMs = 100_000

/** A post as it arrives, with the names that the event has. */
type Arrived = { post: PostObject; channel?: string; sender?: string }

type Listener = { onHello: () => void; onPost: (arrived: Arrived) => void }

/** Listens to live events until the connection ends, or until `signal`. */
function listenForPosts({ url, token }: Server, signal: AbortSignal, listener: Listener): Promise<void> {
  const address = `${url.replace(/^http/, 'ws')}/api/v3/users/websocket`
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } })
  return new Promise(resolve => {
    const give = () => socket.terminate()
    let silence = setTimeout(give, silentMs)
    const alive = () => {
      clearTimeout(silence)
      silence = setTimeout(give, silentMs)
    }
    signal.addEventListener('abort', give)
    socket.on('ping', alive)
    socket.on('message', data => {
      alive()
      react(String(data), listener)
    })
    socket.on('error', () => {}) // 'close' follows
    socket.on('close', () => {
      clearTimeout(silence)
      signal.removeEventListener('abort', give)
      resolve()
    })
  })
}

/** New posts and changed ones are shown. Other events are ignored. */
function react(text: string, { onHello, onPost }: Listener): void {
  const { event, data = {} } = JSON.parse(text)
  if (event === 'hello') onHello()
  if (event !== 'posted' && event !== 'post_edited') return
  onPost({ post: JSON.parse(data.post), channel: data.channel_name, sender: data.sender_name })
}

/** Looks up names once each. A name that cannot be found is replaced by the ID. */
function openNames({ client, team }: Server) {
  const channels = new Map<string, string>()
  const users = new Map<string, string>()
  return {
    /** Returns the URL name of a post’s channel. */
    channel: ({ channel_id: id }: PostObject) =>
      remembered(channels, id, async () => {
        const params = { team: (await team()).id, channel: id }
        return (await client.getChannel({ params })).channel.name
      }),
    /** Returns the name that a post shows. */
    author: async ({ user_id: id, props }: PostObject) =>
      props.from_webhook === 'true' && typeof props.override_username === 'string'
        ? props.override_username
        : remembered(users, id, async () => (await client.getUser({ params: { user: id } })).username),
  }
}

async function remembered(
  known: Map<string, string>,
  id: string,
  find: () => Promise<string>,
): Promise<string> {
  const name = known.get(id) ?? (await find().catch(() => id))
  known.set(id, name)
  return name
}

type Attachment = Record<'fallback' | 'pretext' | 'title' | 'text', unknown> & { fields?: unknown }

/** Prints a post: a line with its time, channel and author, and its text below. */
function showPost(out: Output, post: PostObject, channel: string, author: string): void {
  if (out.isJson) out.json(post)
  else if (out.isQuiet) out.line(post.id)
  else for (const line of linesOf(out, post, channel, author)) out.line(line)
}

function linesOf(out: Output, post: PostObject, channel: string, author: string): string[] {
  const changed = post.edit_at > 0 ? ' (edited)' : ''
  const reply = post.root_id === '' ? '' : ' (reply)'
  const head = [
    out.style('dim', localTime(post.create_at)),
    out.style('cyan', `#${printableLine(channel)}`),
    out.style('bold', printableLine(author)),
  ]
  const text = textOf(post).split('\n')
  return [`${head.join('  ')}${reply}${changed}`, ...text.map(line => `  ${line}`)]
}

/** Returns a post’s text with that of its attachments, safe for a terminal. */
function textOf({ message, props }: PostObject): string {
  const attachments = Array.isArray(props.attachments) ? (props.attachments as Attachment[]) : []
  const texts = [message, ...attachments.flatMap(attachmentTexts)].filter(text => text !== '')
  return printable(texts.join('\n')).trimEnd()
}

function attachmentTexts(attachment: Attachment): string[] {
  const { pretext, title, text, fallback, fields } = Object(attachment)
  const rows = Array.isArray(fields)
    ? fields.map(field => `${Object(field).title}: ${Object(field).value}`)
    : []
  const texts = [pretext, title, text, ...rows].filter(one => typeof one === 'string' && one !== '')
  return texts.length > 0 ? texts : typeof fallback === 'string' ? [fallback] : []
}
