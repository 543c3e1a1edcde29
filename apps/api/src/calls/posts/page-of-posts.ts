import type { PostList } from '@posthorn/contract'
import type { Post, PostPage } from '@posthorn/db'
import type { FastifyReply } from 'fastify'
import { fingerprint } from '../../http/answers/etag.js'
import { type Tagged, tagged } from '../../http/answers/tagged.js'
import { postList } from '../../objects/post-object.js'

/**
 * `update_at` rises with every change of a post, but not with its replies, so ids, times and threads are enough for the
 * ETag. If a page ends before its limit, a header says so.
 */
export function pageOfPosts(
  reply: FastifyReply,
  { posts, more }: PostPage,
  withHtml: boolean,
  extra: Post[] = [],
): Tagged<PostList> {
  reply.header('x-has-more', more)
  const seen = [posts, extra].map(list => list.map(({ id, updateAt, thread }) => [id, updateAt, thread]))
  return tagged([fingerprint(seen)], postList(posts, extra, withHtml))
}
