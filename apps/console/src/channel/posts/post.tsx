import type { PostObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTeam } from '../../data/teams.js'
import { userQuery } from '../../data/users.js'
import { countReplies } from '../../format/amount.js'
import { formatTime } from '../../format/time.js'
import { Badge } from '../../ui/badge.js'
import { IconButton, iconButtonClasses } from '../../ui/button.js'
import { classes } from '../../ui/classes.js'
import { copy } from '../../ui/forms/copy-field.js'
import { Icon } from '../../ui/icon.js'
import { Time } from '../../ui/time.js'
import { toast } from '../../ui/toast.js'
import { PostFiles } from '../content/post-files.js'
import { EditedMark } from '../history/edited-mark.js'
import { ShowDelivery } from '../history/show-delivery.js'
import { type PostTask, useOwnPost, useRightsToPost } from '../own/use-own-post.js'
import { type Author, hookAuthor, useAuthor } from './author.js'
import { useFollow } from './follow.js'
import { type PostPlace, postHref, threadHref, usePlace } from './place.js'
import { PostBody } from './post-body.js'
import type { GoesOn, ShownPost } from './rows.js'
import { useThreadSeen } from './seen-threads.js'
import { UserAvatar } from './user-avatar.js'

/** A post: author, time and text. A post that continues the previous one has no header. */
export function Post({ row, isLinked }: { row: ShownPost; isLinked: boolean }) {
  const { post, goesOn, hasNewReplies } = row
  const author = useAuthor(post)
  const { isNear, nearness } = useNearness()
  const article = useRef<HTMLElement>(null)
  const own = useOwnPost(post, () => article.current?.focus())
  const headed = goesOn === 'no'
  return (
    <article
      ref={article}
      data-row
      data-post={post.id}
      tabIndex={-1}
      {...nearness}
      onKeyDown={useOpenByEnter(post)}
      aria-label={`${author.name}, ${formatTime(post.create_at, 'short')}`}
      className={classes(
        'group relative grid grid-cols-[36px_minmax(0,1fr)] gap-x-3 px-4 pb-0.5 hover:bg-well focus-visible:-outline-offset-2',
        isLinked && 'bg-well shadow-[inset_3px_0_0_var(--color-accent)]',
        headed ? 'pt-2' : goesOn === 'author' && 'pt-0.5',
      )}
    >
      {headed ? (
        <UserAvatar user={post.user_id} name={author.name} icon={author.icon} />
      ) : (
        <SmallTime post={post} goesOn={goesOn} />
      )}
      <div className="max-w-4xl min-w-0">
        {headed && <PostHead post={post} author={author} />}
        {headed && <Context row={row} />}
        {own.body(<PostBody html={post.html ?? ''} />)}
        <PostFiles files={post.files} />
        {post.edit_at > 0 && <EditedMark post={post} />}
        <ThreadSummary post={post} hasNew={hasNewReplies} />
      </div>
      {isNear && <PostActions post={post} onTask={own.setTask} />}
      {own.dialog}
    </article>
  )
}

/** What a reply among a channel's posts replies to. */
function Context({ row: { post, root } }: { row: { post: PostObject; root: PostObject | undefined } }) {
  const { isThread } = usePlace()
  return isThread || post.root_id === '' ? null : <RepliedTo reply={post} root={root} />
}

/** The author and time of a post. */
function PostHead({ post, author }: { post: PostObject; author: Author }) {
  const team = useTeam()
  return (
    <header className="flex flex-wrap items-baseline gap-x-2">
      {author.username ? (
        <Link
          to="/$team/messages/@{$user}"
          params={{ team: team.name, user: author.username }}
          className="font-semibold hover:underline"
        >
          {author.name}
        </Link>
      ) : (
        <span className="font-semibold">{author.name}</span>
      )}
      {author.isBot && <Badge>BOT</Badge>}
      <Permalink post={post} />
    </header>
  )
}

/** The time of a post without a head. Later posts of a delivery share the time of the first. */
function SmallTime({ post, goesOn }: { post: PostObject; goesOn: GoesOn }) {
  return (
    <div className="text-right opacity-0 group-hover:opacity-100 group-focus-within:opacity-100">
      {goesOn === 'author' && <Permalink post={post} form="clock" />}
    </div>
  )
}

function Permalink({ post, form = 'time' }: { post: PostObject; form?: 'time' | 'clock' }) {
  const follow = useFollow('a')
  const href = postHref(usePlace(), post)
  return (
    <a href={href} onClick={follow} className="text-xs text-quiet tabular-nums hover:underline">
      <Time at={post.create_at} form={form} />
    </a>
  )
}

/** Enough to recognize a post. */
const shownCharacters = 80

type RepliedToProps = { reply: PostObject; root: PostObject | undefined }

/** Names the post to which a reply among a channel's posts belongs. Opens the thread. */
function RepliedTo({ reply, root }: RepliedToProps) {
  const place = usePlace()
  const follow = useFollow('a')
  return (
    <p dir="auto" className="truncate text-sm text-quiet">
      replied to{' '}
      <a
        href={threadHref(place, reply.root_id, reply.id)}
        onClick={follow}
        className="text-accent hover:underline"
      >
        {root ? <Root post={root} /> : 'an earlier post'}
      </a>
    </p>
  )
}

function Root({ post }: { post: PostObject }) {
  const { name } = useAuthor(post)
  const [line = ''] = post.message.split('\n')
  return <bdi>{line === '' ? name : `${name}: ${line.slice(0, shownCharacters)}`}</bdi>
}

type ThreadSummaryProps = { post: PostObject; hasNew: boolean }

/** A post's replies: their latest authors, number, and the time of the last. Opens the thread. */
function ThreadSummary({ post, hasNew }: ThreadSummaryProps) {
  const place = usePlace()
  const seen = useThreadSeen(post.id)
  const follow = useFollow('a')
  const { reply_count: count = 0, last_reply_at: last = 0, participants = [] } = post
  if (count === 0 || place.isThread) return null
  return (
    <a
      href={threadHref(place, post.id)}
      onClick={follow}
      data-thread={post.id}
      className="mt-1 -ml-1 flex min-h-7 w-fit max-w-full flex-wrap items-center gap-x-2 gap-y-1 rounded-md px-1 text-sm hover:bg-hover pointer-coarse:min-h-10"
    >
      <span className="flex gap-1">
        {participants.map(participant => (
          <Participant key={JSON.stringify(participant)} {...participant} />
        ))}
      </span>
      <span className="font-medium text-accent">{countReplies(count)}</span>
      {hasNew && last > seen && <Badge look="accent">New</Badge>}
      <span className="text-quiet">
        Last reply <Time at={last} form="ago" />
      </span>
    </a>
  )
}

type ParticipantProps = NonNullable<PostObject['participants']>[number]

function Participant({ user_id: user, override_username, override_icon_url }: ParticipantProps) {
  const { data } = useQuery(userQuery(user))
  const { icon } = hookAuthor({ override_icon_url })
  return <UserAvatar user={user} name={override_username || (data?.username ?? '')} icon={icon} size="sm" />
}

/** Copies the link to a post, or puts it in the address bar if the browser has no clipboard. */
async function copyLink(place: PostPlace, post: PostObject): Promise<void> {
  const url = location.origin + postHref(place, post)
  if (await copy(url)) toast('Link copied')
  else location.assign(url)
}

/** Copies a post's text as it was written. */
async function copyText({ message }: PostObject): Promise<void> {
  if (await copy(message)) toast('Text copied')
}

/** The actions of a post, above its text, so that they don't cover the buttons of code. Rendered only while the pointer or focus is near, because channels have many posts. */
function PostActions({ post, onTask }: { post: PostObject; onTask: (task: PostTask) => void }) {
  const place = usePlace()
  const { canEdit, canDelete } = useRightsToPost(post)
  return (
    <div className="absolute -top-6 right-4 z-10 flex rounded-md border border-line bg-raised">
      {!place.isThread && <ReplyLink post={post} />}
      <ShowDelivery post={post} />
      <IconButton icon="copy" label="Copy text" className="size-7" onClick={() => copyText(post)} />
      <IconButton icon="link" label="Copy link" className="size-7" onClick={() => copyLink(place, post)} />
      {canEdit && <IconButton icon="edit" label="Edit" className="size-7" onClick={() => onTask('edit')} />}
      {canDelete && (
        <IconButton icon="trash" label="Delete" className="size-7" onClick={() => onTask('delete')} />
      )}
    </div>
  )
}

function ReplyLink({ post }: { post: PostObject }) {
  const place = usePlace()
  const follow = useFollow('a', { isReply: true })
  const href = threadHref(place, post.root_id || post.id)
  return (
    <a href={href} onClick={follow} title="Reply" aria-label="Reply" className={iconButtonClasses('size-7')}>
      <Icon name="reply" />
    </a>
  )
}

/** Returns whether the pointer or focus is inside an element, which must spread `nearness`. */
function useNearness() {
  const [isNear, setNear] = useState(false)
  const nearness = {
    onPointerEnter: () => setNear(true),
    onPointerLeave: () => setNear(false),
    onFocus: () => setNear(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setNear(currentTarget.contains(relatedTarget as Node | null)),
  }
  return { isNear, nearness }
}

/** Opens a post's own URL when Enter is pressed on it. */
function useOpenByEnter(post: PostObject) {
  const { history } = useRouter()
  const place = usePlace()
  return ({ key, target, currentTarget }: KeyboardEvent) => {
    if (key === 'Enter' && target === currentTarget) history.push(postHref(place, post))
  }
}
