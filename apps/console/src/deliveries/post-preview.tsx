import type { ReactNode } from 'react'
import { hookAuthor } from '../channel/posts/author.js'
import { PostBody } from '../channel/posts/post-body.js'
import { UserAvatar } from '../channel/posts/user-avatar.js'
import { Badge } from '../ui/badge.js'
import { Time } from '../ui/time.js'

/** The parts of a hook's post that are shown outside its channel. */
type PreviewedPost = { html: string; props: Record<string, unknown>; create_at?: number }

type PostPreviewProps = {
  post: PreviewedPost
  /** The id of the hook's creator. */
  creator: string | undefined
  headed: boolean
  children?: ReactNode
}

/** A hook's post as its channel shows it. The first post of a delivery has a header. */
export function PostPreview({ post, creator, headed, children }: PostPreviewProps) {
  const { name, icon } = hookAuthor(post.props)
  return (
    <article className="grid grid-cols-[36px_minmax(0,1fr)] gap-x-3 px-4 py-0.5">
      {headed ? <UserAvatar user={creator} name={name} icon={icon} /> : <span />}
      <div className="min-w-0">
        {headed && (
          <header className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold">{name}</span>
            <Badge>BOT</Badge>
            {post.create_at !== undefined && <Time at={post.create_at} className="text-xs text-quiet" />}
            <span className="ml-auto">{children}</span>
          </header>
        )}
        <PostBody html={post.html} />
      </div>
    </article>
  )
}
