import { fileLimits } from '@posthorn/contract'
import { maxKeyLength } from '@posthorn/core'
import { z } from 'zod'

const Field = z.object({
  title: z.string().optional(),
  value: z.unknown().optional().describe('Shown as text.'),
  short: z.boolean().optional().describe('Whether it can share a line with another one.'),
})

const Block = z.looseObject({
  type: z
    .string()
    .describe('section, header, context, divider, image, rich_text, markdown, actions or table.'),
})

const Attachment = z.object({
  fallback: z.string().optional(),
  color: z.string().optional().describe('good, warning, danger, or #rrggbb.'),
  pretext: z.string().optional(),
  author_name: z.string().optional(),
  author_link: z.string().optional(),
  author_icon: z.string().optional(),
  title: z.string().optional(),
  title_link: z.string().optional(),
  text: z.string().optional(),
  fields: z.array(Field.nullable()).max(100).nullable().optional(),
  image_url: z.string().optional(),
  thumb_url: z.string().optional(),
  footer: z.string().optional(),
  footer_icon: z.string().optional(),
  blocks: z.array(Block).nullable().optional(),
  ts: z.union([z.string(), z.number()]).nullable().optional(),
  id: z.int().optional().describe('Stored, without effect.'),
  actions: z
    .array(z.looseObject({}))
    .nullable()
    .optional()
    .describe('Buttons with a `url` become links. Others have no effect.'),
})

const senderKey = z.union([z.string().max(maxKeyLength), z.number()]).optional()
const onOrOff = z.union([z.boolean(), z.enum(['true', 'false', '1', '0']), z.literal(1), z.literal(0)])
const replyTo = z.string().optional()

/**
 * A hook's payload as documented for senders; core reads it. docs/compatibility.md has every field and convention.
 */
export const PayloadSchema = z
  .object({
    text: z.string().optional().describe('Markdown. Texts over 4000 characters become several posts.'),
    attachments: z.array(Attachment.nullable()).max(100).nullable().optional(),
    blocks: z
      .array(Block)
      .nullable()
      .optional()
      .describe('Block Kit, shown after the text. Unknown parts are left out.'),
    file_ids: z
      .array(z.string())
      .max(fileLimits.mostPerPost)
      .nullable()
      .optional()
      .describe('Files that the same webhook uploaded by Slack’s Web API in the last 24 hours.'),
    thread_key: senderKey.describe(
      'The sender’s own name of a thread. The first delivery posts, and later ones reply to it.',
    ),
    update_key: senderKey.describe(
      'The sender’s own name of a post. The first delivery posts, and later ones replace it.',
    ),
    close: onOrOff.optional().describe('true: forget the keys after this delivery.'),
    root_id: replyTo.describe('The id of the post to reply to, in the same channel.'),
    thread_ts: replyTo.describe('The same, or the `ts` of a message in Slack’s Web API.'),
    channel: z
      .string()
      .optional()
      .describe('builds, #builds, or @username; the hook’s own channel by default.'),
    username: z.string().optional().describe('Used if EnablePostUsernameOverride is on.'),
    icon_url: z.string().optional().describe('Used if EnablePostIconOverride is on.'),
    props: z
      .record(z.string(), z.unknown())
      .nullable()
      .optional()
      .describe('At most 7600 characters of JSON.'),
    type: z.string().optional().describe('Empty, or starting with custom_.'),
  })
  .meta({
    description: 'It needs text or a non-empty attachment.',
    examples: [{ text: 'The build **passed**.' }],
  })

/** The payload as a form. */
export const PayloadFormSchema = z.object({ payload: z.string().describe('The payload, as JSON.') })
