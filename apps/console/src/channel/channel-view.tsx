import { type ChannelObject, hookPostName, type PostObject } from '@posthorn/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../data/client/until-loaded.js'
import { isFromHook } from '../data/posts/from-hook.js'
import { useShowsReplies } from '../data/preferences.js'
import { useMe } from '../data/session.js'
import { useTeam } from '../data/teams.js'
import { userQuery } from '../data/users.js'
import { Screen } from '../layout/screen.js'
import { postIn } from '../live/events.js'
import { useLiveEvents } from '../live/live.js'
import { Loading } from '../server/states.js'
import { useIsNarrow } from '../ui/use-is-narrow.js'
import { ChannelPosts } from './channel-posts.js'
import { textLines } from './history/text-lines.js'
import { ChannelActions } from './manage/channel-actions.js'
import { useFollow } from './posts/follow.js'
import { CurrentPlace } from './posts/place.js'
import { pageHtml } from './posts/post-html.js'
import { type ChannelStats, useChannelStats } from './use-channel-stats.js'

const ThreadPane = lazyPart(() => import('./thread/thread-pane.js'), 'ThreadPane')

type ChannelViewProps = {
  channel: ChannelObject
  title: string
  /** The URL's path, without a thread. */
  path: string
  post: string | undefined
}

/** A channel, and next to it the thread that the URL names. On narrow screens, the thread covers the channel. */
export function ChannelView({ channel, title, path, post }: ChannelViewProps) {
  const { root } = useParams({ strict: false })
  const { reply } = useSearch({ strict: false })
  const isNarrow = useIsNarrow()
  const showsReplies = useShowsReplies()
  const isCovered = isNarrow && root !== undefined
  const stats = useChannelStats(channel)
  const aboutText = channel.header || channel.purpose
  const place = useMemo(() => ({ path, linked: post, isThread: false }), [path, post])
  return (
    <CurrentPlace value={place}>
      <div className="relative flex min-h-0 flex-auto">
        <div inert={isCovered} className="flex min-w-0 flex-auto flex-col">
          <Screen
            title={title}
            about={aboutText && <HeaderText {...{ channel, stats }} />}
            aboutText={aboutText}
            actions={<ChannelActions {...{ channel, stats, title }} />}
          >
            {showsReplies === undefined ? (
              <Loading what="the posts" rows={8} />
            ) : (
              <ChannelPosts {...{ channel, title, post, isCovered }} shown={showsReplies ? 'all' : 'roots'} />
            )}
          </Screen>
        </div>
        <Suspense>{root && <ThreadPane key={root} {...{ channel, title, root, reply }} />}</Suspense>
        <Announcer channel={channel.id} root={root} />
      </div>
    </CurrentPlace>
  )
}

type HeaderTextProps = { channel: ChannelObject; stats: ChannelStats }

/** Links in Markdown. Until the header's HTML is loaded, only their words are shown. */
const links = /\[([^\]]*)\]\([^)]*\)/g

/** A channel's header, in one line with links, else its purpose. */
function HeaderText({ channel, stats }: HeaderTextProps) {
  if (channel.header === '') return channel.purpose
  if (!stats?.header_html) return channel.header.replace(links, '$1')
  return <Line html={stats.header_html} />
}

function Line({ html }: { html: string }) {
  const { name: team } = useTeam()
  const { username } = useMe()
  const shown = useMemo(() => ({ __html: pageHtml(html, { team, username }) }), [html, team, username])
  const follow = useFollow('a.mention, a.channel, a.here')
  return (
    // biome-ignore lint/a11y: the links inside handle keys themselves
    // biome-ignore lint/security/noDangerouslySetInnerHtml: packages/core rendered and sanitized it
    <span className="post-html" onClick={follow} dangerouslySetInnerHTML={shown} />
  )
}

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
function Announcer({ channel, root }: AnnouncerProps) {
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
