import type { RefusalRows } from './row.js'

/** Refusals about posts. */
export const postRefusals = {
  no_such_post: {
    status: 404,
    message: "We couldn't get the post. It is not in this channel, or it was deleted.",
  },
  archived_for_posts: {
    status: 400,
    message: 'Cannot post to an archived channel.',
  },
  message_too_long: {
    status: 400,
    message: 'The message is too long. Use at most 4000 characters.',
  },
  post_props_too_long: {
    status: 400,
    message: 'The props are too large. Use at most 8000 characters of JSON, and nest them less deeply.',
  },
  bad_root: {
    status: 400,
    message: 'Invalid RootId parameter. Use a post of the same channel that is not itself a reply.',
  },
  bad_parent: {
    status: 400,
    message: 'Invalid ParentId parameter. Use the root_id, or a reply to it.',
  },
  parent_without_root: {
    status: 400,
    message: 'Invalid RootId parameter. A post with a parent_id also needs its root_id.',
  },
  text_busy: {
    status: 503,
    retryAfterSeconds: 2,
    message: 'Too many texts are waiting to be rendered. Try again after the seconds in Retry-After.',
  },
  text_too_slow: {
    status: 503,
    retryAfterSeconds: 2,
    message: 'Rendering this text took too long. Shorten or simplify it, or try again later.',
  },
  search_too_slow: {
    status: 503,
    retryAfterSeconds: 2,
    message:
      'The search took too long. Narrow it down: use longer or rarer words, one channel or a shorter period.',
  },
  page_too_far: {
    status: 503,
    retryAfterSeconds: 2,
    message:
      'This page is too far away to read in time. Use a smaller offset, and continue with `before` or `after` the last post of each page.',
  },
  pages_busy: {
    status: 503,
    retryAfterSeconds: 2,
    message:
      'Too many pages with large offsets are being read. Try again after the seconds in Retry-After, or continue with `before` or `after` the last post of each page.',
  },
  search_busy: {
    status: 503,
    retryAfterSeconds: 2,
    message: 'Too many searches are running. Try again after the seconds in Retry-After.',
  },
  no_post_to_update: {
    status: 400,
    message: "We couldn't find the post to update in this channel.",
  },
  deleted_post: {
    status: 400,
    message: 'The post was deleted and cannot be updated.',
  },
  system_post: {
    status: 400,
    message: 'System messages cannot be updated.',
  },
} as const satisfies RefusalRows
