import type { PostObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { userQuery } from '../../data/users.js'
import { countReplies } from '../../format/amount.js'
import { Badge } from '../../ui/badge.js'
import { Time } from '../../ui/time.js'
import { hookAuthor } from './author.js'
import { useFollow } from './follow.js'
import { threadHref, usePlace } from './place.js'
import { useThreadSeen } from './seen-threads.js'
import { UserAvatar } from './user-avatar.js'

type ThreadSummaryProps = { post: PostObject; hasNew: boolean }

/** A post's replies: their latest authors, number, and the time of the last. Opens the thread. */
export function ThreadSummary({ post, hasNew }: ThreadSummaryProps) {
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
