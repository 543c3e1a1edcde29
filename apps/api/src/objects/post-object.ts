import type { PostList, PostObject } from '@posthorn/contract'
import { hashtagsIn } from '@posthorn/core'
import type { Post } from '@posthorn/db'

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
    ...(withHtml && { html }),
  }
}

export function postList(posts: Post[], extra: Post[], withHtml: boolean): PostList {
  return {
    order: posts.map(({ id }) => id),
    posts: Object.fromEntries([...posts, ...extra].map(post => [post.id, postObject(post, withHtml)])),
  }
}
