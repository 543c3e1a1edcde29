import type { PostObject } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../../data/current-team.js'
import { formatTime } from '../../format/time.js'
import { Badge } from '../../ui/badge.js'
import { classes } from '../../ui/classes.js'
import { Time } from '../../ui/time.js'
import { useAuthor } from './author.js'
import { useFollow } from './follow.js'
import { PostActions, useNearness, useOpenByEnter } from './post-actions.js'
import { PostBody } from './post-body.js'
import type { GoesOn } from './rows.js'
import { UserAvatar } from './user-avatar.js'

type PostProps = { post: PostObject; goesOn: GoesOn; isLinked: boolean }

/** A post: author, time and text. A post that continues the previous one has no header. */
export function Post({ post, goesOn, isLinked }: PostProps) {
  const author = useAuthor(post)
  const { isNear, nearness } = useNearness()
  const headed = goesOn === 'no'
  return (
    <article
      data-row
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
        {headed && <Head post={post} author={author} />}
        <PostBody html={post.html ?? ''} />
        {post.edit_at > 0 && <span className="text-xs text-quiet">(edited)</span>}
      </div>
      {isNear && <PostActions post={post} />}
    </article>
  )
}

function Head({ post, author }: { post: PostObject; author: ReturnType<typeof useAuthor> }) {
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

/** Later posts of a delivery share the time of the first. */
function SmallTime({ post, goesOn }: { post: PostObject; goesOn: GoesOn }) {
  return (
    <div className="text-right opacity-0 group-hover:opacity-100 group-focus-within:opacity-100">
      {goesOn === 'author' && <Permalink post={post} />}
    </div>
  )
}

function Permalink({ post }: { post: PostObject }) {
  const follow = useFollow('a')
  return (
    <a href={`?post=${post.id}`} onClick={follow} className="text-xs text-quiet tabular-nums hover:underline">
      <Time at={post.create_at} />
    </a>
  )
}
