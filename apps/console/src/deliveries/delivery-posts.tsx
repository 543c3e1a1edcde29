import type { WholeDelivery } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/teams.js'
import { DeliveryLink } from './delivery-facts.js'
import { PostPreview } from './post-preview.js'

type Posted = WholeDelivery['posts'][number]
type Channel = NonNullable<WholeDelivery['channel']>

type DeliveryPostsProps = {
  delivery: WholeDelivery
  /** The id of the hook's creator, once known. */
  creator: string | undefined
}

/** The posts of a delivery with the content that it made, and links to their channel. */
export function DeliveryPosts({ delivery, creator }: DeliveryPostsProps) {
  const { posts, channel, post_count } = delivery
  return (
    <section aria-label="Posts" className="flex min-w-0 flex-col gap-2">
      <h2 className="flex h-7 items-center gap-1 font-medium">
        {post_count > 1 ? `${post_count} posts` : 'Post'}
        {channel?.name && channel.type !== 'D' && (
          <span className="font-normal text-quiet">in {channel.display_name || channel.name}</span>
        )}
      </h2>
      {posts.length === 0 && <p className="text-quiet">{whyNone(delivery)}</p>}
      {posts.length > 0 && (
        <ol className="flex flex-col rounded-lg border border-line py-2">
          {posts.map((post, index) => (
            <li key={post.id}>
              <OnePost post={post} headed={index === 0} {...{ delivery, creator }} />
            </li>
          ))}
        </ol>
      )}
      {posts.length > 0 && posts.length < post_count && (
        <p className="text-quiet">Showing the first {posts.length}. The channel has the rest.</p>
      )}
    </section>
  )
}

function whyNone({ outcome, change, post_count }: WholeDelivery): string {
  if (change === 'delete' && outcome === 'updated') return 'None, because it deleted them.'
  if (post_count > 0) return 'No longer stored.'
  return outcome === 'rejected' ? 'None, because it was rejected.' : 'None.'
}

type OnePostProps = DeliveryPostsProps & { post: Posted; headed: boolean }

/** A post of a delivery, unless it or the content was removed. */
function OnePost({ post, delivery, creator, headed }: OnePostProps) {
  const { hook_id: hook, channel, outcome } = delivery
  if (post.delete_at > 0) return <p className="px-4 py-1 text-quiet italic">This post was deleted.</p>
  const link = channel && <PostLink post={post} channel={channel} />
  const id = outcome === 'collapsed' ? post.set_by : delivery.id // a repeat shows the post that counts it
  const isGone = post.set_by !== id && post.version_id === ''
  return (
    <>
      {isGone ? (
        <p className="flex justify-between gap-2 px-4 py-1 text-quiet italic">
          This version is no longer stored. {link}
        </p>
      ) : (
        <PostPreview post={post} creator={creator} headed={headed || post.version_id !== ''}>
          {link}
        </PostPreview>
      )}
      {post.set_by !== id && (
        <p className="px-4 py-1 text-sm text-quiet">
          The post was updated later.{' '}
          <DeliveryLink hook={hook} delivery={post.set_by} words="Show its latest delivery" />
        </p>
      )}
      {post.set_by === id && post.version_id !== '' && (
        <p className="px-4 py-1 text-sm text-quiet">The post was edited later.</p>
      )}
    </>
  )
}

const linkClasses = 'shrink-0 text-sm text-quiet not-italic hover:text-text hover:underline'

/** An empty name means that the user may not read the channel. */
function PostLink({ post: { id: post, root_id: root }, channel }: { post: Posted; channel: Channel }) {
  const { name: team } = useTeam()
  if (channel.name === '' || channel.type === 'D' || channel.delete_at > 0) return null
  const params = { team, channel: channel.name }
  return root ? (
    <Link
      to="/$team/channels/$channel/thread/$root"
      params={{ ...params, root }}
      search={{ reply: post }}
      className={linkClasses}
    >
      Show in thread
    </Link>
  ) : (
    <Link to="/$team/channels/$channel" params={params} search={{ post }} className={linkClasses}>
      Show in channel
    </Link>
  )
}
