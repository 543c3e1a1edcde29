import type { WholeDelivery } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { PostPreview } from './post-preview.js'

type Posts = Pick<WholeDelivery, 'posts' | 'channel' | 'post_count'>

type DeliveryPostsProps = {
  delivery: Posts
  /** The id of the hook's creator, once known. */
  creator: string | undefined
}

/** The posts of a delivery as they are now, with links to their channel. */
export function DeliveryPosts({ delivery: { posts, channel, post_count }, creator }: DeliveryPostsProps) {
  return (
    <section aria-label="Posts" className="flex min-w-0 flex-col gap-2">
      <h2 className="flex h-7 items-center gap-1 font-medium">
        {post_count > 1 ? `${post_count} posts` : 'Post'}
        {channel?.name && channel.type !== 'D' && (
          <span className="font-normal text-quiet">in {channel.display_name || channel.name}</span>
        )}
      </h2>
      {posts.length === 0 && <p className="text-quiet">None, because it was rejected.</p>}
      {posts.length > 0 && (
        <ol className="flex flex-col rounded-lg border border-line py-2">
          {posts.map((post, index) => (
            <li key={post.id}>
              {post.delete_at > 0 ? (
                <p className="px-4 py-1 text-quiet italic">This post was deleted.</p>
              ) : (
                <PostPreview post={post} creator={creator} headed={index === 0}>
                  {channel && <PostLink post={post.id} channel={channel} />}
                </PostPreview>
              )}
            </li>
          ))}
        </ol>
      )}
      {posts.length < post_count && (
        <p className="text-quiet">Showing the first {posts.length}. The channel has the rest.</p>
      )}
    </section>
  )
}

type PostLinkProps = { post: string; channel: NonNullable<Posts['channel']> }

/** An empty name means that the user may not read the channel. */
function PostLink({ post, channel }: PostLinkProps) {
  const { name: team } = useTeam()
  if (channel.name === '' || channel.type === 'D' || channel.delete_at > 0) return null
  return (
    <Link
      to="/$team/channels/$channel"
      params={{ team, channel: channel.name }}
      search={{ post }}
      className="shrink-0 text-sm text-quiet hover:text-text hover:underline"
    >
      Show in channel
    </Link>
  )
}
