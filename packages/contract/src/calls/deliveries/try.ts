import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxPayloadBytes, maxPreviewBytes, previewBytesPerCall } from '../../limits.js'
import { Preview, SentPayload } from '../../objects/hooks/trial.js'
import { Text } from '../../parameters.js'
import { common, forOwners, path } from './common.js'

const payload = Text.describe('The payload’s JSON, as text, or the JSON of a sender that an adapter knows.')
const format = z
  .string()
  .max(50)
  .optional()
  .describe('The adapter that reads it, such as github. Without one, some senders are recognized.')

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
    `count as one more call. ${forOwners}`,
  bodyLimitBytes: 6 * maxPreviewBytes + 1024, // as JSON escapes control characters
  body: z.object({ payload, format }),
  answer: Preview,
  answers: 'The posts, the ignored fields, or the reason why the payload would be rejected.',
  errors: ['preview_too_large', 'text_busy', 'text_too_slow'],
})

export const sendPayload = defineCall({
  ...common,
  operationId: 'sendPayload',
  route: `POST ${path}/send`,
  scope: 'post',
  summary: 'Send a payload to a hook without its key',
  description:
    'Works like a call from a sender: the delivery appears in the history, counts against the hook’s rate ' +
    'limit, and waits as with `?wait=true`. If the caller is not the hook’s creator, it posts only where ' +
    `both can read, and never to a direct channel. ${forOwners}`,
  requires: 'EnableIncomingWebhooks',
  bodyLimitBytes: maxPayloadBytes,
  body: z.object({ payload, format }),
  answer: SentPayload,
  answers: 'The delivery and its outcome.',
  audit: { target: 'hook', id: ['params.hook'], notes: ['answer.delivery'] },
  errors: [
    'payload_refused',
    'payload_too_large',
    'text_busy',
    'text_too_slow',
    'no_hook_here',
    'hook_disabled',
    'hooks_disabled',
    'cannot_send',
    'cannot_store',
  ],
})
