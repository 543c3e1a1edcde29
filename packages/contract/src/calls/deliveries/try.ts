import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxPayloadBytes, maxPreviewBytes, previewBytesPerCall } from '../../limits.js'
import { Preview, SentPayload } from '../../objects/trial.js'
import { Text } from '../../parameters.js'
import { common, forOwners, path } from './common.js'

const payload = Text.describe('The payload’s JSON, as text.')

export const previewPayload = defineCall({
  ...common,
  operationId: 'previewPayload',
  route: `POST ${path}/preview`,
  scope: 'read',
  summary: 'What a payload would become',
  description:
    'By the same code as that which posts; nothing is stored and nothing sent. A channel that the caller cannot see is ' +
    `answered like one that does not exist. At most ${maxPreviewBytes} bytes, or the size limit of hooks if that is lower; it ` +
    `counts as one call for each ${previewBytesPerCall} bytes. ${forOwners}`,
  bodyLimitBytes: 6 * maxPreviewBytes + 1024, // as JSON escapes control characters
  body: z.object({ payload }),
  answer: Preview,
  answers: 'The posts, what is ignored, or why it would not be posted.',
  errors: ['preview_too_large', 'text_busy', 'text_too_slow'],
})

export const sendPayload = defineCall({
  ...common,
  operationId: 'sendPayload',
  route: `POST ${path}/send`,
  scope: 'post',
  summary: 'Send a payload to a hook, without its key',
  description:
    'As if a sender had: the delivery is in the history, counts against the hook’s rate, and is waited for as ' +
    `\`?wait=true\` does. Sent by anyone but the hook’s creator, it goes only where both can read, and to no direct channel. ${forOwners}`,
  requires: 'EnableIncomingWebhooks',
  bodyLimitBytes: maxPayloadBytes,
  body: z.object({ payload }),
  answer: SentPayload,
  answers: 'The delivery and what became of it.',
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
