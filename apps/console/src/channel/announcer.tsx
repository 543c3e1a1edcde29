import { hookPostName, type PostObject } from '@posthorn/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isFromHook } from '../data/posts/from-hook.js'
import { useMe } from '../data/session.js'
import { userQuery } from '../data/users.js'
import { postIn } from '../live/events.js'
import { useLiveEvents } from '../live/live.js'
import { textLines } from './history/text-lines.js'

/** An update and its reply arrive as two events. */
const togetherMs = 400
/** Nobody can listen to more new posts, so what arrives meanwhile is announced together. */
const restMs = 5000
const maxSpoken = 3

type Announcement = { what: 'update' | 'reply' | 'post'; words: () => string }

type AnnouncerProps = {
  channel: string
  /** The thread that is open. */
  root: string | undefined
}

/**
 * Announces to screen readers, politely and once, that a post on the screen was edited, that the open thread has a new reply,
 * or that the channel has new posts.
 */
export function Announcer({ channel, root }: AnnouncerProps) {
  const client = useQueryClient()
  const { id: me } = useMe()
  const { said, announce } = useAnnouncements()
  useLiveEvents(event => {
    if (event.event !== 'post_edited' && event.event !== 'posted') return
    const post = postIn(event)
    const what = event.event === 'post_edited' ? updateOf(post) : newPost(post, root, me)
    if (post.channel_id !== channel || !what) return
    announce(post.root_id || post.id, { what, words: () => announcementOf(post, what, client) })
  })
  return (
    <div role="status" aria-label="Updates" className="sr-only">
      {said.count > 0 && <p key={said.count}>{said.words}</p>}
    </div>
  )
}

/** Gathers announcements by incident. Those of updates replace those of replies. Authors are known when the words are needed. */
function useAnnouncements() {
  const [said, setSaid] = useState({ count: 0, words: '' })
  const pending = useRef(new Map<string, Announcement>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const quietUntil = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const flush = () => {
    timer.current = undefined
    quietUntil.current = Date.now() + restMs
    const words = wordsFor([...pending.current.values()])
    pending.current.clear()
    setSaid(({ count }) => ({ count: count + 1, words }))
  }
  const announce = (incident: string, announcement: Announcement) => {
    if (announcement.what === 'update' || !pending.current.has(incident))
      pending.current.set(incident, announcement)
    timer.current ??= setTimeout(flush, Math.max(togetherMs, quietUntil.current - Date.now()))
  }
  return { said, announce }
}

/** Many new posts are only counted. */
function wordsFor(all: Announcement[]): string {
  const posts = all.filter(({ what }) => what === 'post')
  const spoken = posts.length > maxSpoken ? all.filter(({ what }) => what !== 'post') : all
  const count = posts.length > maxSpoken ? [`${posts.length} new messages`] : []
  return [...spoken.map(({ words }) => words()), ...count].join(' ')
}

function newPost(post: PostObject, root: string | undefined, me: string): 'reply' | 'post' | undefined {
  if (document.hidden || (post.user_id === me && !isFromHook(post))) return undefined
  if (post.root_id === '') return 'post'
  return post.root_id === root ? 'reply' : undefined
}

function updateOf(post: PostObject): 'update' | undefined {
  return isShown(post) && !isCounter(post) ? 'update' : undefined
}

function isShown({ id }: PostObject): boolean {
  return !document.hidden && document.querySelector(`[data-post="${id}"]`) !== null
}

/** Whether only the counter of repeats changed, which says nothing new. An edit changes both times. */
function isCounter({ props, edit_at, update_at }: PostObject): boolean {
  return props.repeats !== undefined && edit_at !== update_at
}

const maxCharacters = 200

const verbs = { update: 'updated a post', reply: 'replied', post: 'wrote' }

/** Returns what screen readers say about an updated post, a new reply or a new post. */
function announcementOf(post: PostObject, what: keyof typeof verbs, client: QueryClient): string {
  const user = client.getQueryData(userQuery(post.user_id).queryKey)
  const author = isFromHook(post) ? hookPostName(post.props) : user?.username
  const text = textLines(post.html ?? '').join(' ')
  return `${author ?? 'Somebody'} ${verbs[what]}: ${text.slice(0, maxCharacters)}`
}
