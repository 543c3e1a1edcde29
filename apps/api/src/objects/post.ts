import { hashtagsIn } from '@posthorn/core'
import type { Post } from '@posthorn/db'
import { z } from 'zod'

/** Spec 5.2. What Posthorn does not have (pins, pending posts) has its empty value. */
export const PostObject = z.object({
  id: z.string(),
  create_at: z.number(),
  update_at: z.number(),
  edit_at: z.number(),
  delete_at: z.number(),
  is_pinned: z.literal(false),
  user_id: z.string(),
  channel_id: z.string(),
  root_id: z.string(),
  parent_id: z.string(),
  original_id: z.string(),
  message: z.string(),
  type: z.string(),
  props: z.record(z.string(), z.unknown()),
  hashtags: z.string(),
  pending_post_id: z.literal(''),
})
export type PostObject = z.infer<typeof PostObject>

/** Of a deleted post only remains that it was there. */
export function postObject(post: Post): PostObject {
  const [message, props] = post.deleteAt > 0 ? ['', {}] : [post.message, post.props]
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
  }
}

/** Posts by id, and their ids in order, newest first; there may be posts beside those in order. */
export const PostList = z.object({ order: z.array(z.string()), posts: z.record(z.string(), PostObject) })
export type PostList = z.infer<typeof PostList>

export function postList(posts: Post[], beside: Post[] = []): PostList {
  return {
    order: posts.map(({ id }) => id),
    posts: Object.fromEntries([...posts, ...beside].map(post => [post.id, postObject(post)])),
  }
}
