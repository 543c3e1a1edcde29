import type { PostObject } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../../data/current-team.js'
import { Badge } from '../../ui/badge.js'
import { Time } from '../../ui/time.js'
import type { Author } from './author.js'
import { useFollow } from './follow.js'
import { postHref, usePlace } from './place.js'
import type { GoesOn } from './rows.js'

/** The author and time of a post. */
export function PostHead({ post, author }: { post: PostObject; author: Author }) {
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
export function SmallTime({ post, goesOn }: { post: PostObject; goesOn: GoesOn }) {
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
