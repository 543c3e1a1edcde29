import type { RefusalRows } from './row.js'

/** What is refused about posts. */
export const postRefusals = {
  no_such_post: {
    status: 404,
    message: "We couldn't get the post: it is not in this channel, or it was deleted.",
  },
  archived_for_posts: {
    status: 400,
    message: 'Cannot post to an archived channel.',
  },
  message_too_long: {
    status: 400,
    message: 'The message is longer than the 4000 characters that a post may have.',
  },
  post_props_too_long: {
    status: 400,
    message:
      'The props are longer than the 8000 characters of JSON that a post may have, or nested too deep.',
  },
  bad_root: {
    status: 400,
    message: 'Invalid RootId parameter: it has to be a post of the same channel that is no reply itself.',
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
      'The search took too long. Narrow it: look for longer or rarer words, in one channel, or in a shorter time.',
  },
  search_busy: {
    status: 503,
    retryAfterSeconds: 2,
    message: 'Too many searches are under way. Try again after the seconds in Retry-After.',
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
    message: 'A post of the system cannot be updated.',
  },
} as const satisfies RefusalRows
