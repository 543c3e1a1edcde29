import { z } from 'zod'
import { shownTrialCharacters } from '../../limits.js'

/** What a delivery becomes under a template, shortened. */
const TrialSide = z.object({
  outcome: z.enum(['read', 'skipped', 'failed']),
  detail: z.string().describe('Why it is skipped or fails. Otherwise empty.'),
  text: z.string().describe(`The first ${shownTrialCharacters} characters of its text.`),
  color: z.string(),
  channel: z.string(),
  thread_key: z.string(),
  update_key: z.string(),
  close: z.boolean(),
})
export type TrialSide = z.infer<typeof TrialSide>

/** A page of deliveries under a template to try. */
export const TemplateTrial = z
  .object({
    looked: z.number().describe('Deliveries of this page, also those that the template would not read.'),
    tried: z.number().describe('Deliveries of this page that the template would read.'),
    changed: z.number().describe('Those that become something else than now, without those that fail.'),
    failed: z.number(),
    differences: z
      .array(
        z.object({
          delivery: z.string(),
          create_at: z.number(),
          before: TrialSide.describe('What it becomes now.'),
          after: TrialSide.describe('What it becomes under the template to try.'),
        }),
      )
      .describe('Those that change or fail, newest first.'),
    next: z.string().describe('The cursor of the next page, or empty.'),
  })
  .meta({ id: 'TemplateTrial' })
export type TemplateTrial = z.infer<typeof TemplateTrial>
