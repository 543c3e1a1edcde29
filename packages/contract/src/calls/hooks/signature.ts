import { z } from 'zod'
import { defineCall } from '../../call.js'
import { HookObject } from '../../objects/hooks/hook.js'
import { SchemeName, signatureLimits } from '../../objects/hooks/signature.js'
import { RepairedText, Text } from '../../parameters.js'
import { administrators, common, ofHook, path, pattern } from './of-hooks.js'

const { secrets, leastSecretChars, secretChars, toleranceSeconds, maxToleranceSeconds, headerChars } =
  signatureLimits

const header = z
  .string()
  .max(headerChars)
  .regex(/^[A-Za-z0-9-]*$/, 'must be the name of a header')
  .transform(name => name.toLowerCase())

const secret = z.union([
  z.object({
    secret: Text.min(leastSecretChars)
      .max(secretChars)
      .regex(/^\P{Cc}+$/u, 'must be without control characters')
      .describe('A secret of the sender, or one to paste there.'),
  }),
  z.object({ generate: z.literal(true).describe('Makes a secret.') }),
  z.object({ set_at: z.number().describe('Keeps the secret that was set at this time.') }),
])

export const setHookSignature = defineCall({
  ...common,
  operationId: 'setHookSignature',
  route: `POST ${path}/signature`,
  scope: 'manage',
  summary: 'Set or remove a hook’s signature',
  description:
    'Calls are then verified over the bytes of their body, and refused with 401 if the signature is wrong. ' +
    `Secrets are stored encrypted. All processes follow within two seconds. ${administrators}`,
  requires: 'EnableIncomingWebhooks',
  body: z.object({
    id: RepairedText.min(1).meta({ pattern }),
    signature: z
      .object({
        scheme: SchemeName,
        header: header
          .default('')
          .describe(
            'The header of the signature. Required with `hmac`, optional with `grafana`, else empty.',
          ),
        timestamp_header: header
          .default('')
          .describe('Only with `grafana`: the header of the signed time, if Grafana sends one.'),
        tolerance_s: z
          .int()
          .min(1)
          .max(maxToleranceSeconds)
          .default(toleranceSeconds)
          .describe('How many seconds a signed time may be off.'),
        required: z
          .boolean()
          .default(true)
          .describe('Whether to refuse calls without a signature. Wrong signatures are always refused.'),
        secrets: z.array(secret).min(1).max(secrets),
      })
      .nullable()
      .describe('Null removes the signature with its secrets.'),
  }),
  answer: HookObject,
  answers: 'The hook. New secrets are shown only this once.',
  errors: [...ofHook, 'bad_signature_header', 'bad_signature_secret', 'no_secrets_key', 'signature_changed'],
  audit: { target: 'hook', id: ['body.id'] },
})
