import { z } from 'zod'
import { Text } from '../../parameters.js'

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
})
export type TemplateFieldsObject = z.infer<typeof TemplateFieldsObject>
export type TemplateFieldName = keyof TemplateFieldsObject

/** Where a template is wrong. */
export const TemplateFaultObject = z.object({
  kind: z
    .enum(['syntax', 'too_long', 'too_deep', 'too_many_steps', 'too_much_output'])
    .describe('The limit that it exceeds, or syntax.'),
  field: z.enum(['text', 'thread_key', 'update_key', 'close', 'channel', 'only_if']),
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
