import { z } from 'zod'
import { defineCall } from '../../call.js'
import { fileLimits, maxMessageLength, postBodyBytes } from '../../limits.js'
import { PostObject } from '../../objects/post.js'
import { Id, params, withHtml } from '../../parameters.js'

const path = '/teams/:team/channels/:channel/posts'
const ofChannel = params('team', 'channel')
const NoId = z.literal('')

const message = z
  .string()
  .describe(`Markdown, at most ${maxMessageLength} characters.`)
  .meta({ maxLength: maxMessageLength })
const inPost = [
  'text_busy',
  'text_too_slow',
  'message_too_long',
  'bad_type',
  'post_props_too_long',
  'archived_for_posts',
] as const

export const createPost = defineCall({
  operationId: 'createPost',
  route: `POST ${path}/create`,
  tag: 'Posts',
  summary: 'Create a post',
  allow: 'target_channel_member',
  scope: 'post',
  params: ofChannel,
  query: z.object({ html: withHtml }),
  body: z.object({
    message,
    channel_id: Id.or(NoId).optional().describe('Optional. Must match the channel in the path.'),
    type: z.string().optional().describe('Empty, or beginning with `custom_`.'),
    props: z.record(z.string(), z.unknown()).optional().describe('At most 8000 characters of JSON.'),
    root_id: Id.or(NoId).optional().describe('The post that this one replies to. Not itself a reply.'),
    parent_id: Id.or(NoId).optional().describe('Checked, but not stored: `root_id`, or a reply to it.'),
    file_ids: z
      .array(Id)
      .max(fileLimits.mostPerPost, `must be at most ${fileLimits.mostPerPost} files`)
      .optional()
      .describe('Files that the caller uploaded to this channel and that no post has yet.'),
    create_at: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Milliseconds since 1970, for imported posts. Ignored unless the caller is a system administrator.',
      ),
  }),
  bodyLimitBytes: postBodyBytes,
  answer: PostObject,
  answers: 'The new post.',
  errors: [...inPost, 'bad_root', 'bad_parent', 'parent_without_root', 'foreign_file'],
})

export const updatePost = defineCall({
  operationId: 'updatePost',
  route: `POST ${path}/update`,
  tag: 'Posts',
  summary: 'Edit one of the caller’s posts',
  allow: 'channel_member',
  scope: 'post',
  params: ofChannel,
  body: z.object({ id: Id, message }),
  bodyLimitBytes: postBodyBytes, // clients send whole posts even though only the message matters
  answer: PostObject,
  answers: 'The updated post.',
  errors: [...inPost, 'no_post_to_update', 'deleted_post', 'system_post'],
})

export const deletePost = defineCall({
  operationId: 'deletePost',
  route: `POST ${path}/:post/delete`,
  tag: 'Posts',
  summary: 'Delete a post',
  description: 'Allowed for the author and for administrators of the channel’s team.',
  allow: 'channel_member',
  scope: 'post',
  params: params('team', 'channel', 'post'),
  answer: z.object({ id: z.string() }),
  answers: 'The deleted post.',
  errors: ['no_such_post'],
})
