import { z } from 'zod'
import { PostFileObject } from './file.js'

const thread = {
  reply_count: z.number().describe('At most 1,000, even if there are more. Only in Posthorn.'),
  last_reply_at: z.number().describe('Milliseconds since 1970. Only in Posthorn.'),
  participants: z
    .array(
      z.object({
        user_id: z.string(),
        override_username: z.string().describe('The name that a hook’s post shows, else empty.'),
        override_icon_url: z.string().describe('The icon that a hook chose, else empty.'),
      }),
    )
    .describe('Up to three authors of the last 20 replies, the latest first. Only in Posthorn.'),
}

/** The replies of a post. In a post, the fields are absent if there are none. */
export const ThreadObject = z.object(thread)
export type ThreadObject = z.infer<typeof ThreadObject>

/** A post. Fields for features that Posthorn lacks (pins, pending posts) are empty. */
export const PostObject = z
  .object({
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
    file_ids: z.array(z.string()).optional().describe('Absent without files.'),
    filenames: z.array(z.string()).optional().describe('The names of the files, in the order of `file_ids`.'),
    files: z.array(PostFileObject).optional().describe('Absent without files. Only in Posthorn.'),
    html: z
      .string()
      .optional()
      .describe(
        'The message and its attachments as safe HTML. Included in live events, and elsewhere on request. Only in ' +
          'Posthorn.',
      ),
    reply_count: thread.reply_count.optional(),
    last_reply_at: thread.last_reply_at.optional(),
    participants: thread.participants.optional(),
  })
  .meta({ id: 'Post' })
export type PostObject = z.infer<typeof PostObject>

/** Posts by ID, and their IDs in order, newest first. `posts` can contain more posts than `order`. */
export const PostList = z
  .object({ order: z.array(z.string()), posts: z.record(z.string(), PostObject) })
  .meta({ id: 'PostList' })
export type PostList = z.infer<typeof PostList>

/** The name of posts of senders that chose none. */
const unnamed = 'webhook'

/** The name that a hook's post shows: the one that its payload or hook chose, else the hook's title. */
export function hookPostName(props: Record<string, unknown>): string {
  const { override_username: name, webhook_display_name: title } = props
  const hasName = typeof name === 'string' && name !== '' && name !== unnamed
  if (hasName) return name
  return typeof title === 'string' && title !== '' ? title : unnamed
}

/** A text that a post has, or had. */
export const PostVersionObject = z
  .object({
    message: z.string(),
    html: z.string(),
    edit_at: z.number().describe('When the post got this text.'),
    delivery_id: z.string().describe('The delivery that made it. Empty if a person did.'),
  })
  .meta({ id: 'PostVersion' })
export type PostVersionObject = z.infer<typeof PostVersionObject>
