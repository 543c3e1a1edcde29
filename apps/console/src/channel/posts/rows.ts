import type { PostObject } from '@posthorn/contract'
import { isFromHook } from '../../data/posts/from-hook.js'
import type { PostWindow } from '../../data/posts/windows.js'
import { endOfDay } from '../../format/time.js'

/** A row of a channel, from top to bottom. Its `key` is stable when posts are added before or after it. */
export type Row =
  | { kind: 'start'; key: string }
  | { kind: 'day'; key: string; at: number }
  | { kind: 'new'; key: string }
  | { kind: 'replies'; key: string; count: number }
  | ShownPost

export type ShownPost = {
  kind: 'post'
  key: string
  post: PostObject
  goesOn: GoesOn
  /** The post that it replies to, if known. */
  root: PostObject | undefined
  hasNewReplies: boolean
}

/** Whether a post continues the previous one: same delivery, or same author shortly after. */
export type GoesOn = 'no' | 'delivery' | 'author'

/** After this pause, the author is shown again. */
const togetherMs = 5 * 60_000
/** Ids of one delivery's posts differ only after this many characters. */
const deliveryIdLength = 24

/** What the reader has seen. Later posts by others are new. */
export type ReadMark = { until: number; me: string }

/**
 * Returns the rows of a window: days, the unread mark, and posts grouped by author. A thread has its first post before the
 * replies.
 */
export function rowsOf(window: PostWindow, read: ReadMark): Row[] {
  const { root, posts, hasOlder } = window
  const roots = new Map(posts.map(post => [post.id, post]))
  const rows: Row[] = hasOlder || root ? [] : [{ kind: 'start', key: 'start' }]
  let before: PostObject | undefined
  let isNew = false
  let dayEnd = 0
  for (const post of root ? [root, ...posts] : posts) {
    const isOtherDay = post.create_at >= dayEnd
    if (isOtherDay) dayEnd = endOfDay(post.create_at)
    const isFirstNew: boolean = !isNew && isUnread(post, read)
    isNew ||= isFirstNew
    if (isOtherDay) rows.push({ kind: 'day', key: `day ${post.id}`, at: post.create_at })
    if (isFirstNew) rows.push({ kind: 'new', key: 'new' })
    const goesOn = before && !isOtherDay && !isFirstNew ? howItGoesOn(before, post) : 'no'
    rows.push({
      kind: 'post',
      key: post.id,
      post,
      goesOn,
      root: roots.get(post.root_id) ?? window.roots[post.root_id],
      hasNewReplies: hasNewReplies(post, read),
    })
    const { reply_count: count = 0 } = post
    if (post === root && count > 0) rows.push({ kind: 'replies', key: 'replies', count })
    before = post
  }
  return rows
}

function isUnread(post: PostObject, { until, me }: ReadMark): boolean {
  return post.create_at > until && !isSystemMessage(post) && (post.user_id !== me || isFromHook(post))
}

/** Whether others have replied to a post since the reader was here. */
function hasNewReplies({ last_reply_at: last = 0, participants: [latest] = [] }: PostObject, read: ReadMark) {
  const isOwn = latest?.user_id === read.me && latest.override_username === ''
  return last > read.until && !isOwn
}

function howItGoesOn(before: PostObject, post: PostObject): GoesOn {
  if (before.root_id !== post.root_id) return 'no'
  if (isSystemMessage(before) || isSystemMessage(post)) return 'no'
  const sameDelivery =
    isFromHook(post) && before.id.slice(0, deliveryIdLength) === post.id.slice(0, deliveryIdLength)
  if (sameDelivery) return 'delivery'
  if (hasAttachments(post) || hasAttachments(before)) return 'no'
  const isSoon = post.create_at - before.create_at < togetherMs
  return isSoon && looksAlike(before, post) ? 'author' : 'no'
}

/** Posts with a header each, because without one they look like a single post. */
function hasAttachments({ type }: PostObject): boolean {
  return type === 'slack_attachment'
}

/** Posts of different hooks look different. Older posts have no id, but their hook's title. */
const ofHook = ['webhook_id', 'webhook_display_name']
const shownProps = ['from_webhook', 'override_username', 'override_icon_url', ...ofHook]

/** Whether two posts show the same name and picture, and come from the same hook, if any. */
function looksAlike(one: PostObject, other: PostObject): boolean {
  return one.user_id === other.user_id && shownProps.every(name => one.props[name] === other.props[name])
}

/** Whether a post is a system message, such as a member who joined. */
export function isSystemMessage({ type }: PostObject): boolean {
  return type.startsWith('system_')
}
