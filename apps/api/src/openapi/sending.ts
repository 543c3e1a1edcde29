import { commonRefusals, hookRefusals } from '@posthorn/server'
import { z } from 'zod'
import { type Answers, inJson, refusalAnswer, refusalAnswers, tooMany } from './answers.js'
import { PayloadFormSchema, PayloadSchema } from './payload.js'

const Posted = z.object({
  ok: z.literal(true),
  delivery: z.string(),
  posts: z.array(z.object({ id: z.string(), channel_id: z.string(), create_at: z.number() })),
})
const Queued = Posted.extend({ status: z.literal('queued'), posts: z.array(z.never()) })

const description = `Needs no session, because the key in the address is the only credential.

\`ok\` means that the payload is stored. It will be posted, or listed as rejected. A hook with \`confirm\` responds once the
payload is posted or rejected, after at most 3 s. With \`?wait=true\`, the response waits up to 10 s and is JSON.

After a 503, or if the connection breaks before the response, the payload may or may not have been stored. Retry with the
same \`Idempotency-Key\` within 24 hours, and it is posted once.`

const answers: Answers = {
  200: {
    description: 'Stored, or posted for a hook with `confirm` or with `?wait=true`.',
    content: { 'text/plain': { schema: z.literal('ok') }, 'application/json': { schema: Posted } },
  },
  202: inJson('With `?wait=true`: stored, but not posted within 10 s.', Queued),
  ...refusalAnswers([
    ...Object.values(hookRefusals),
    commonRefusals.bad_request,
    commonRefusals.no_such_call,
  ]),
  414: refusalAnswer([commonRefusals.bad_request]),
  429: tooMany,
}

/** POST /hooks/{key}. The ingress serves it and reads its body itself. */
export const sending = {
  words: { tags: ['Hooks'], summary: 'Post through a hook', description, security: [] },
  schema: {
    params: z.object({
      key: z
        .string()
        .regex(/^[A-Za-z0-9]+$/)
        .describe('The hook’s secret.'),
    }),
    querystring: z.object({
      wait: z.enum(['true', 'false']).optional().describe('true: wait for the outcome.'),
    }),
    headers: z.object({
      'Idempotency-Key': z
        .string()
        .regex(/^[\x20-\x7e]{1,255}$/)
        .optional()
        .describe('Identifies this payload, so that copies are posted once. `webhook-id` means the same.'),
    }),
    response: answers,
  },
  bodies: { 'application/json': PayloadSchema, 'application/x-www-form-urlencoded': PayloadFormSchema },
}
