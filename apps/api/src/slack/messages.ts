import { base32, idLength, readTimestamp, timestampText } from '@posthorn/core'
import {
  findPost,
  type Post,
  type PostPage,
  postsAround,
  postsByTimestamp,
  repliesPage,
  timestampsFor,
} from '@posthorn/db'
import type { ApiDeps } from '../deps.js'
import { mayRead } from '../http/rights/rights.js'
import { type SlackResult, slackFailure } from './answers.js'
import type { SlackCall } from './callers.js'
import { findConversation } from './conversations.js'
import { nextCursor, pageSize, readCursor } from './pages.js'

/** After every id, and before every id. */
const [last, first] = ['~', '']

/** Returns the messages of a channel without replies, newest first. */
export async function history(call: SlackCall): Promise<SlackResult> {
  const place = await findReadable(call)
  if ('error' in place) return place
  const { deps, args } = call
  const cursor = readCursor(args)
  if (cursor === undefined) return slackFailure('invalid_cursor')
  const inclusive = args.inclusive === true || args.inclusive === 'true' || args.inclusive === '1'
  const latest = await boundary(deps, place.id, { ts: args.latest, otherwise: last, after: inclusive })
  const oldest = await boundary(deps, place.id, { ts: args.oldest, otherwise: first, after: !inclusive })
  if (latest === undefined || oldest === undefined) return slackFailure('invalid_arguments', 'Send a ts.')
  const page = await postsAround(deps.db, place.id, {
    id: cursor === '' ? latest : cursor,
    side: 'before',
    offset: 0,
    limit: pageSize(args),
    withHtml: false,
    onlyRoots: true,
  })
  const posts = page.posts.filter(({ id }) => id >= oldest)
  return pageOf(deps, { posts, more: page.more && posts.length === page.posts.length })
}

/** Returns a thread, oldest first: its root, and a page of its replies. */
export async function replies(call: SlackCall): Promise<SlackResult> {
  const place = await findReadable(call)
  if ('error' in place) return place
  const { deps, args } = call
  const cursor = readCursor(args)
  if (cursor === undefined) return slackFailure('invalid_cursor')
  const named = await idOf(deps, place.id, args.ts)
  const post = named === undefined ? undefined : await findPost(deps.db, named)
  const root = post?.rootId ? await findPost(deps.db, post.rootId) : post
  if (root?.channelId !== place.id || root.deleteAt > 0) return slackFailure('thread_not_found')
  const page = await repliesPage(deps.db, root.id, {
    id: cursor,
    side: 'after',
    limit: pageSize(args),
    withHtml: false,
  })
  return pageOf(deps, cursor === '' ? { ...page, posts: [root, ...page.posts] } : page)
}

/** Returns the channel, if the user may read it. */
async function findReadable(call: SlackCall) {
  const channel = await findConversation(call)
  if ('error' in channel) return channel
  return (await mayRead(call.deps.db, call.user, channel.id)) ? channel : slackFailure('not_in_channel')
}

async function pageOf(deps: ApiDeps, { posts, more }: PostPage): Promise<SlackResult> {
  const roots = posts.flatMap(({ rootId, channelId }) => (rootId === '' ? [] : [{ id: rootId, channelId }]))
  const times = await timestampsFor(deps.db, [...posts, ...roots])
  const next = more ? (posts.at(-1)?.id ?? '') : ''
  return {
    fields: {
      messages: posts.map(post => message(post, id => timestampText(times.get(id) ?? 0))),
      has_more: more,
      ...nextCursor(next),
    },
  }
}

/** Returns the id of the post that a `ts` names: by its timestamp in the channel, or by its id. */
async function idOf({ db }: ApiDeps, channelId: string, ts: unknown): Promise<string | undefined> {
  if (typeof ts !== 'string') return undefined
  if (ts.length === idLength) return ts
  const micros = readTimestamp(ts)
  if (micros === undefined) return undefined
  return (await postsByTimestamp(db, [{ channelId, micros }])).get(`${channelId} ${micros}`)
}

type Bound = { ts: unknown; otherwise: string; after: boolean }

/** Returns where a page begins or ends: just before or after a post, or at a time. Undefined if `ts` is neither. */
async function boundary(deps: ApiDeps, channelId: string, { ts, otherwise, after }: Bound) {
  if (ts === undefined || ts === '' || ts === '0') return otherwise
  const id = await idOf(deps, channelId, ts)
  if (id !== undefined) return after ? `${id}${last}` : id
  const ms = Math.floor(Number(ts) * 1000)
  return Number.isSafeInteger(ms) && ms >= 0 ? base32(ms, 10) : undefined
}

/** Returns Slack's object of a message. */
function message(post: Post, tsOf: (id: string) => string) {
  const { attachments, override_username: username, webhook_id: hookId } = post.props
  const { thread } = post
  return {
    type: 'message',
    ts: tsOf(post.id),
    user: post.userId,
    text: post.message,
    ...(typeof hookId === 'string' && { subtype: 'bot_message', bot_id: hookId }),
    ...(typeof username === 'string' && { username }),
    ...(Array.isArray(attachments) && { attachments }),
    ...(post.editAt > 0 && { edited: { user: post.userId, ts: timestampText(post.editAt * 1000) } }),
    ...(post.rootId !== '' && { thread_ts: tsOf(post.rootId) }),
    ...(thread && { thread_ts: tsOf(post.id), reply_count: thread.replyCount }),
  }
}
