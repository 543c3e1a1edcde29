import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxPayloadBytes, maxPreviewBytes, previewBytesPerCall } from '../../limits.js'
import { RefusedSampleList } from '../../objects/hooks/refused-calls.js'
import { Preview, SentPayload, TemplateFieldsObject } from '../../objects/hooks/trial.js'
import { Id, Text } from '../../parameters.js'
import { common, forOwners, path } from './of-deliveries.js'

const payload = Text.describe('The payload’s JSON, as text, or the JSON of a sender that an adapter knows.')
const format = z
  .string()
  .max(50)
  .optional()
  .describe(
    'The adapter that reads it, such as github, or slack for a payload. Without one, the hook’s template or adapter ' +
      'reads it, or else some senders are recognized.',
  )
const template = TemplateFieldsObject.optional().describe('A template to try instead of the hook’s.')

export const previewPayload = defineCall({
  ...common,
  operationId: 'previewPayload',
  route: `POST ${path}/preview`,
  scope: 'read',
  summary: 'Preview the posts that a payload would create',
  description:
    'Runs the same code as a delivery but stores and sends nothing. A channel that the caller cannot see is ' +
    'treated like one that does not exist. The payload has at most ' +
    `${maxPreviewBytes} bytes, or the size limit of hooks if that is lower. Each ${previewBytesPerCall} bytes ` +
    `of it and its template count as one more call. ${forOwners}`,
  bodyLimitBytes: 6 * maxPreviewBytes + 1024, // as JSON escapes control characters
  body: z.object({
    payload,
    format,
    template,
    delivery: Id.optional().describe(
      'A delivery of the hook: reads the payload like an edited replay of it.',
    ),
  }),
  answer: Preview,
  answers: 'The posts, the ignored fields, or the reason why the payload would be rejected.',
  errors: ['no_such_delivery', 'preview_too_large', 'text_busy', 'text_too_slow'],
})

const sent = {
  ...common,
  scope: 'post',
  requires: 'EnableIncomingWebhooks',
  answer: SentPayload,
  answers: 'The delivery and its outcome.',
  headers: ['X-Delivery-Id', 'X-Delivery-State'],
  audit: { target: 'hook', id: ['params.hook'], notes: ['answer.delivery'] },
} as const
const whileSending = [
  'payload_refused',
  'payload_too_large',
  'text_busy',
  'text_too_slow',
  'no_hook_here',
  'hook_disabled',
  'hooks_disabled',
  'cannot_send',
  'cannot_store',
] as const

export const sendPayload = defineCall({
  ...sent,
  operationId: 'sendPayload',
  route: `POST ${path}/send`,
  summary: 'Send a payload to a hook without its key',
  description:
    'Works like a call from a sender: the delivery appears in the history, counts against the hook’s rate ' +
    'limit, and waits as with `?wait=true`. If the caller is not the hook’s creator, it posts only where ' +
    `both can read, and never to a direct channel. ${forOwners}`,
  bodyLimitBytes: maxPayloadBytes,
  body: z.object({ payload, format }),
  errors: whileSending,
})

export const listRefusedSamples = defineCall({
  ...common,
  operationId: 'listRefusedSamples',
  route: `GET ${path}/refused/samples`,
  scope: 'read',
  summary: 'List the JSON of refused calls',
  description:
    'The last five JSON objects of at most 64 KiB that were refused because they had no text, for a day. They are ' +
    `stored to build a template from. ${forOwners}`,
  answer: RefusedSampleList,
  answers: 'The JSON of the calls, newest first.',
  errors: ['cannot_count'],
})

export const sendRefusedSample = defineCall({
  ...sent,
  operationId: 'sendRefusedSample',
  route: `POST ${path}/refused/send`,
  summary: 'Send the JSON of a refused call again',
  description:
    'Sends it like `sendPayload`, with the hook’s current template or adapter, and removes it from the list. ' +
    `If it is refused again, it stays. ${forOwners}`,
  body: z.object({ request_id: Text.max(100).describe('The request ID of the refused call.') }),
  errors: [...whileSending, 'no_such_refused_call', 'cannot_count'],
})
