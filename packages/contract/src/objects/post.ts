import { z } from 'zod'

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
    html: z
      .string()
      .optional()
      .describe(
        'The message and its attachments as safe HTML. Included in live events, and elsewhere on request. Only in ' +
          'Posthorn.',
      ),
  })
  .meta({ id: 'Post' })
export type PostObject = z.infer<typeof PostObject>

/** Posts by ID, and their IDs in order, newest first. `posts` can contain more posts than `order`. */
export const PostList = z
  .object({ order: z.array(z.string()), posts: z.record(z.string(), PostObject) })
  .meta({ id: 'PostList' })
export type PostList = z.infer<typeof PostList>
