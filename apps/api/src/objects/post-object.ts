import type { PostList, PostObject, ThreadObject } from '@posthorn/contract'
import { hashtagsIn } from '@posthorn/core'
import type { Post, ThreadSummary } from '@posthorn/db'

/** Of a deleted post, only its existence remains. */
export function postObject(post: Post, withHtml: boolean): PostObject {
  const { message, props, html = '' } = post.deleteAt > 0 ? { message: '', props: {} } : post
  return {
    id: post.id,
    create_at: post.createAt,
    update_at: post.updateAt,
    edit_at: post.editAt,
    delete_at: post.deleteAt,
    is_pinned: false,
    user_id: post.userId,
    channel_id: post.channelId,
    root_id: post.rootId,
    parent_id: post.rootId,
    original_id: post.originalId,
    message,
    type: post.type,
    props,
    hashtags: hashtagsIn(message),
    pending_post_id: '',
    ...filesIn(post),
    ...(withHtml && { html }),
    ...(post.thread && threadObject(post.thread)),
  }
}

function filesIn({ files, deleteAt }: Post): Pick<PostObject, 'file_ids' | 'filenames' | 'files'> {
  if (!files || deleteAt > 0) return {}
  return { file_ids: files.map(({ id }) => id), filenames: files.map(({ name }) => name), files }
}

/** Absent: no replies. */
const noReplies: ThreadSummary = { replyCount: 0, lastReplyAt: 0, participants: [] }

export function threadObject({
  replyCount,
  lastReplyAt,
  participants,
}: ThreadSummary = noReplies): ThreadObject {
  return {
    reply_count: replyCount,
    last_reply_at: lastReplyAt,
    participants: participants.map(({ userId, overrideUsername, overrideIconUrl }) => ({
      user_id: userId,
      override_username: overrideUsername,
      override_icon_url: overrideIconUrl,
    })),
  }
}

export function postList(posts: Post[], extra: Post[], withHtml: boolean): PostList {
  return {
    order: posts.map(({ id }) => id),
    posts: Object.fromEntries([...posts, ...extra].map(post => [post.id, postObject(post, withHtml)])),
  }
}
