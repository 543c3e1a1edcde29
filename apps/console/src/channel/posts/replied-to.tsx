import type { PostObject } from '@posthorn/contract'
import { useAuthor } from './author.js'
import { useFollow } from './follow.js'
import { threadHref, usePlace } from './place.js'

/** Enough to recognize a post. */
const shownCharacters = 80

type RepliedToProps = { reply: PostObject; root: PostObject | undefined }

/** Names the post to which a reply among a channel's posts belongs. Opens the thread. */
export function RepliedTo({ reply, root }: RepliedToProps) {
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
