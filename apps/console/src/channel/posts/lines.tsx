import type { PostObject } from '@posthorn/contract'
import { countReplies } from '../../format/amount.js'
import { formatDay } from '../../format/time.js'
import { Time } from '../../ui/time.js'
import { PostFiles } from '../content/post-files.js'
import { PostBody } from './post-body.js'

/** Separates two days. */
export function DayLine({ at }: { at: number }) {
  return (
    <div className="flex items-center gap-3 px-4 pt-4 pb-1 text-xs font-medium text-quiet">
      <span className="flex-auto border-t border-line" />
      <time dateTime={new Date(at).toISOString()}>{formatDay(at)}</time>
      <span className="flex-auto border-t border-line" />
    </div>
  )
}

/** Marks the first unread post. */
export function NewLine() {
  return (
    <div className="flex items-center gap-3 px-4 py-1 text-xs font-semibold text-bad">
      <span className="flex-auto border-t border-current" />
      New
    </div>
  )
}

/** Separates a thread's replies from the post that they reply to. */
export function RepliesLine({ count }: { count: number }) {
  return (
    <div className="flex items-center gap-3 px-4 pt-3 pb-1 text-xs font-medium text-quiet">
      {countReplies(count)}
      <span className="flex-auto border-t border-line" />
    </div>
  )
}

/** Marks the start of a channel or conversation. */
export function StartLine({ title }: { title: string }) {
  return (
    <div className="px-4 pt-8 pb-2">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="text-quiet">There are no earlier posts.</p>
    </div>
  )
}

/** A system message, such as a member who joined. */
export function SystemLine({ post }: { post: PostObject }) {
  return (
    <div className="flex items-baseline gap-2 py-1 pr-4 pl-16 text-sm text-quiet">
      <PostBody html={post.html ?? ''} />
      <PostFiles files={post.files} />
      <Time at={post.create_at} className="text-xs" />
    </div>
  )
}
