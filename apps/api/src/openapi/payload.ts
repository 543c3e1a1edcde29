import { fileLimits } from '@posthorn/contract'
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
})

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
