import { PostFileObject } from '@posthorn/contract'
import { z } from 'zod'
import { type Answers, inJson } from './answers.js'
import { PayloadSchema } from './payload.js'
import { hookKey, type SentCall, sendingRefusals, settledAnswers } from './sending.js'

const Post = z.object({
  id: z.string(),
  channel_id: z.string(),
  root_id: z.string().describe('The post that it replies to, or empty.'),
  create_at: z.number(),
  edit_at: z.number().describe('0 if it was never edited.'),
  text: z.string(),
  attachments: z.unknown().optional(),
  username: z.unknown().optional(),
  icon_url: z.unknown().optional(),
  files: z.array(PostFileObject).optional().describe('Absent without files.'),
})
const Delivery = z.object({ id: z.string(), outcome: z.string(), posts: z.array(Post) })

const words = { tags: ['Hooks'], security: [] as [] }

/** The calls about one of a hook’s own posts, or about all posts of a delivery. */
export function ownPosts(noun: 'post' | 'delivery'): Record<'get' | 'patch' | 'delete', SentCall> {
  const id = z.string().length(26).describe(`The ${noun}’s id.`)
  const params = z.object({ key: hookKey, id })
  const found = noun === 'post' ? inJson('The post.', Post) : inJson('The delivery with its posts.', Delivery)
  const read: Answers = { ...sendingRefusals, 200: found }
  if (noun === 'delivery') Object.assign(read, { 202: settledAnswers[202] })
  const changed = { params, response: { ...sendingRefusals, ...settledAnswers } }
  return {
    get: {
      words: { ...words, summary: `Read a hook’s ${noun}`, description: 'Only what the hook itself posted.' },
      schema: { params, response: read },
    },
    patch: {
      words: {
        ...words,
        summary: `Replace a hook’s ${noun}`,
        description: 'The payload replaces the whole post.',
      },
      schema: changed,
      bodies: { 'application/json': PayloadSchema },
    },
    delete: {
      words: { ...words, summary: `Delete a hook’s ${noun}`, description: 'Deletes replies as well.' },
      schema: changed,
    },
  }
}
