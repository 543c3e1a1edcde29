import { maxKeyLength, type Outcome, outcomeMeanings } from '@posthorn/core'
import { slackHookParts } from '@posthorn/formats'
import { commonRefusals, hookRefusals, limitExceeded } from '@posthorn/server'
import { z } from 'zod'
import { type Answers, inJson, refusalAnswer, refusalAnswers } from './answers.js'
import { PayloadFormSchema, PayloadSchema } from './payload.js'

const isTrueFor = (what: string) => z.literal(true).optional().describe(`Present for ${what}.`)
const is = (outcome: Outcome) => isTrueFor(`${outcome}: ${outcomeMeanings[outcome]}`)
const Posted = z.object({
  ok: z.literal(true),
  delivery: z.string(),
  replied: is('replied'),
  updated: is('updated'),
  collapsed: is('collapsed'),
  superseded: is('superseded'),
  skipped: is('skipped'),
  deleted: isTrueFor('a delivery that deleted its posts'),
  posts: z.array(z.object({ id: z.string(), channel_id: z.string(), create_at: z.number() })),
})
const Queued = Posted.extend({ status: z.literal('queued'), posts: z.array(z.never()) })

const description = `Needs no session, because the key in the address is the credential. A hook can also demand its sender’s signature.

\`ok\` means that the payload is stored. It will be posted, or listed as rejected. A hook with \`confirm\` responds once the
payload is posted or rejected, after at most 3 s. With \`?wait=true\`, the response waits up to 10 s and is JSON.

After a 503, or if the connection breaks before the response, the payload may or may not have been stored. Retry with the
same \`Idempotency-Key\` within 24 hours, and it is posted once.`

const rows = [...Object.values(hookRefusals), commonRefusals.bad_request, commonRefusals.no_such_call]
const badPath = { 414: refusalAnswer([commonRefusals.bad_request]) }

/** What a call is refused with. */
export const sendingRefusals: Answers = { ...refusalAnswers(rows), ...badPath }

/** The same for Discord's clients, which read JSON also over the rate limit. */
export const discordRefusals = { ...refusalAnswers([...rows, limitExceeded]), ...badPath }

/** What became of a call that waits. */
export const settledAnswers: Answers = {
  200: inJson('Posted, edited, deleted or skipped.', Posted),
  202: inJson('Stored, but not posted yet.', Queued),
}

const answers: Answers = {
  200: {
    description: 'Stored, or posted for a hook with `confirm` or with `?wait=true`.',
    content: { 'text/plain': { schema: z.literal('ok') }, 'application/json': { schema: Posted } },
  },
  202: inJson('With `?wait=true`: stored, but not posted within 10 s.', Queued),
  ...sendingRefusals,
}

/** The part of a path that opens a hook. */
export const hookKey = z
  .string()
  .regex(/^[A-Za-z0-9]+$/)
  .describe('The hook’s secret.')

/** A parameter of calls that send. */
export const wait = z.enum(['true', 'false']).optional().describe('true: wait for the outcome.')

const word = z.string().max(maxKeyLength).optional()

/** The parameters of every hook's URL, for senders that can only change their URL. */
const sendingQuery = z.object({
  wait,
  thread_key: word.describe('Replies to the thread of this key. The payload’s own field wins.'),
  update_key: word.describe('Replaces the post of this key. The payload’s own field wins.'),
  close: z.enum(['true', 'false']).optional().describe('true: forget the keys after this delivery.'),
  only: word.describe('Shell wildcards of another program’s events to show, such as push,pull_request*.'),
  exclude: word.describe('Shell wildcards of another program’s events to skip.'),
  news: word.describe('post: an update with bad news is also a new post in the channel, instead of a reply.'),
  thread_id: word.describe('In Discord’s JSON: the post to reply to.'),
  threadKey: word.describe('In Google Chat’s JSON: the same as thread_key.'),
  payload: z.string().optional().describe('The payload of a form that has none.'),
})

/** A call that the ingress serves. It reads the bodies itself. */
export type SentCall = {
  words: { tags: string[]; summary: string; description: string; security: [] }
  schema: { params: z.ZodType; querystring?: z.ZodType; headers?: z.ZodType; response: Answers }
  bodies?: Record<string, z.ZodType>
}

/** POST /hooks/{key}. */
export const sending = {
  words: { tags: ['Hooks'], summary: 'Post through a hook', description, security: [] },
  schema: {
    params: z.object({ key: hookKey }),
    querystring: sendingQuery,
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
} satisfies SentCall

const part = (pattern: string) => z.string().regex(new RegExp(`^${pattern}$`))

/** POST /services/{workspace}/{webhook}/{secret}. */
export const sendingToOldPath = {
  ...sending,
  words: {
    ...sending.words,
    summary: 'Post through a hook imported from Slack, at its old path',
    description: `Like POST /hooks/{key}/slack. The whole path is the credential.\n\n${description}`,
  },
  schema: {
    ...sending.schema,
    params: z.object({
      workspace: part(slackHookParts.workspace).describe('The ID of the workspace.'),
      webhook: part(slackHookParts.webhook).describe('The ID of the webhook.'),
      secret: part(slackHookParts.secret).describe('The secret of its URL.'),
    }),
  },
} satisfies SentCall
