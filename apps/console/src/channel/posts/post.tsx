import type { PostObject } from '@posthorn/contract'
import { useRef } from 'react'
import { formatTime } from '../../format/time.js'
import { classes } from '../../ui/classes.js'
import { PostFiles } from '../content/post-files.js'
import { EditedMark } from '../history/edited-mark.js'
import { useOwnPost } from '../own/use-own-post.js'
import { useAuthor } from './author.js'
import { usePlace } from './place.js'
import { PostActions, useNearness, useOpenByEnter } from './post-actions.js'
import { PostBody } from './post-body.js'
import { PostHead, SmallTime } from './post-head.js'
import { RepliedTo } from './replied-to.js'
import type { ShownPost } from './rows.js'
import { ThreadSummary } from './thread-summary.js'
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
