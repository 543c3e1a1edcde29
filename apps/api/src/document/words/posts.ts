import type { Refusal } from '@posthorn/server'
import { z } from 'zod'
import { Id } from '../../parameters.js'
import { type CallWords, ofChannel } from '../call-words.js'

const message = z.string().describe('Markdown, at most 4000 characters.')
const NewPost = z.object({
  message,
  channel_id: Id.optional().describe('Where to post, if it is not the channel of the path.'),
  type: z.string().optional().describe('Empty, or beginning with custom_.'),
  props: z.record(z.string(), z.unknown()).optional().describe('At most 8000 characters of JSON.'),
  root_id: Id.or(z.literal('')).optional().describe('The post that this one replies to.'),
  create_at: z
    .int()
    .min(0)
    .optional()
    .describe('Milliseconds since 1970, for posts from elsewhere. Only a system administrator’s counts.'),
})
const Edit = z.object({ id: Id, message })

const inPost: Refusal[] = [
  'message_too_long',
  'bad_type',
  'post_props_too_long',
  'archived_for_posts',
  'bad_parameter',
]

const page = {
  tag: 'Posts',
  answer: 'Posts by id, and their ids in order, newest first.',
  etag: true,
  refusals: [...ofChannel, 'page_too_long'],
} as const satisfies Partial<CallWords>

const path = '/teams/{team}/channels/{channel}/posts'

/** What is in a channel. */
export const postWords = {
  [`GET ${path}/page/{offset}/{limit}`]: { ...page, summary: 'A page of a channel' },
  [`GET ${path}/{post}/before/{offset}/{limit}`]: { ...page, summary: 'Posts before a post' },
  [`GET ${path}/{post}/after/{offset}/{limit}`]: { ...page, summary: 'Posts after a post' },
  [`GET ${path}/since/{time}`]: {
    ...page,
    summary: 'What changed since a time',
    description:
      'What was written, edited or deleted since, and in the ten seconds before: drop repeats by id. Of more than 1000, or ' +
      'than 1 MiB, the latest; with X-Has-More the older ones are found by page or before.',
    refusals: ofChannel,
  },
  [`GET ${path}/{post}/get`]: {
    ...page,
    summary: 'A post, with its thread',
    description:
      'The post is in `order`; its thread is beside it: the post that it replies to, and 200 replies, the oldest first.',
    query: z.object({
      after: Id.optional().describe('The last reply that is known: with X-Has-More the next ones.'),
    }),
    refusals: [...ofChannel, 'no_such_post'],
  },
  [`POST ${path}/create`]: {
    tag: 'Posts',
    summary: 'Post',
    answer: 'The new post.',
    body: NewPost,
    refusals: [...ofChannel, ...inPost, 'bad_root'],
  },
  [`POST ${path}/update`]: {
    tag: 'Posts',
    summary: 'Give an own post another message',
    answer: 'The post as changed.',
    body: Edit,
    refusals: [...ofChannel, ...inPost, 'no_post_to_update', 'deleted_post', 'system_post'],
  },
  [`POST ${path}/{post}/delete`]: {
    tag: 'Posts',
    summary: 'Delete a post',
    description: 'One’s own; anybody’s for the administrators of the channel’s team.',
    answer: 'The post that was deleted.',
    refusals: [...ofChannel, 'no_such_post'],
  },
} satisfies Record<string, CallWords>
