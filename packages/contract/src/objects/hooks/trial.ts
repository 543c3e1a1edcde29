import { z } from 'zod'
import { maxDeliveredPosts } from '../../limits.js'
import { Text } from '../../parameters.js'
import { DeliveryChannel, deliveryOutcomes } from './delivery.js'

const maxFieldChars = 20_000
const field = (description: string) => Text.max(maxFieldChars).default('').describe(description)

/** The fields of a template, in the order in which people fill them in. A test compares them with core's. */
export const TemplateFieldsObject = z.object({
  text: field('Markdown with tags, such as `{{alerts.0.name}}`. Required.'),
  thread_key: field('The thread key, with tags.'),
  update_key: field('The update key, with tags.'),
  close: field('A condition, such as `status == "resolved"`: whether to close the keys.'),
  channel: field('The channel, with tags. Empty for the hook’s own.'),
  only_if: field('A condition. If it does not hold, the delivery is skipped.'),
  color: field(
    'The colour at the side of the post, with tags: good, warning, danger or a code such as #2a9d8f.',
  ),
})
export type TemplateFieldsObject = z.infer<typeof TemplateFieldsObject>
export type TemplateFieldName = keyof TemplateFieldsObject

/** Where a template is wrong. */
export const TemplateFaultObject = z.object({
  kind: z
    .enum(['syntax', 'too_long', 'too_deep', 'too_many_steps', 'too_much_output'])
    .describe('The limit that it exceeds, or syntax.'),
  field: z.enum(['text', 'thread_key', 'update_key', 'close', 'channel', 'only_if', 'color']),
  line: z.number().describe('From 1.'),
  column: z.number().describe('From 1, in characters.'),
  message: z.string(),
})
export type TemplateFaultObject = z.infer<typeof TemplateFaultObject>

/** A version of a hook's template. */
export const HookTemplateObject = TemplateFieldsObject.extend({
  version: z.number().describe('Counts up with each change.'),
  create_at: z.number(),
  made_by: z.string().describe('The user who saved it.'),
}).meta({ id: 'HookTemplate' })
export type HookTemplateObject = z.infer<typeof HookTemplateObject>

/** A field that a template uses and that its sender's JSON lost. */
export const LostField = z.object({
  field: z.string().describe('Its path, as templates write it.'),
  delivery: z.string().describe('The first delivery without it.'),
  told_at: z.number().describe('When the hook’s owner was told.'),
})

/** The error that a sender would receive. Empty, with status 200, if the payload would be accepted. */
const failure = { reason: z.string(), message: z.string(), status: z.number() }

/** The result of a preview. Nothing of it is stored. */
export const Preview = z.object({
  outcome: z
    .enum(['posted', 'replied', 'updated', 'collapsed', 'skipped', 'rejected', 'refused'])
    .describe(
      'replied, updated: what the payload’s keys would do now. collapsed: it would be counted as a repeat. skipped: an ' +
        'event that becomes no post. refused: rejected on receipt, so it would not appear in the history. rejected: ' +
        'accepted but not posted, for this reason.',
    ),
  ...failure,
  post_id: z
    .string()
    .describe('The post that it would update or repeat, or the root of its thread. Otherwise empty.'),
  channel: DeliveryChannel.nullable().describe(
    'Channel of the posts. Without ID for a direct channel that would be created. Null if there is none.',
  ),
  ignored: z.array(z.string()).describe('Fields of the payload that have no effect.'),
  keys: z
    .object({ thread_key: z.string(), update_key: z.string(), close: z.boolean() })
    .describe('The keys of the payload, or that a template or adapter made. Empty if it has none.'),
  fault: TemplateFaultObject.nullable().describe('Where a template is wrong. Otherwise null.'),
  post_count: z.number(),
  posts: z
    .array(
      z.object({
        message: z.string(),
        html: z.string(),
        type: z.string(),
        props: z.record(z.string(), z.unknown()),
      }),
    )
    .describe(`The first ${maxDeliveredPosts}, exactly as they would be stored.`),
})
export type Preview = z.infer<typeof Preview>

/** The result of a payload that was sent from a session. */
export const SentPayload = z.object({
  delivery: z.string(),
  outcome: z
    .enum([...deliveryOutcomes, 'queued'])
    .describe('queued: stored, but not posted within ten seconds. The outcome appears in the history.'),
  ...failure,
  posts: z.array(z.object({ id: z.string(), channel_id: z.string(), create_at: z.number() })),
})
export type SentPayload = z.infer<typeof SentPayload>
