import { z } from 'zod'
import { defineCall } from '../../call.js'
import { mailIntervals, pushLimits } from '../../limits.js'
import { Ok } from '../../objects/system/settings.js'
import { Text } from '../../parameters.js'

const path = '/users/mail'
const common = { tag: 'Users', allow: 'user', scope: 'none' } as const
const everyMinutes = z
  .literal([...mailIntervals])
  .describe('Least number of minutes between two e-mails. 0 for no e-mails.')

export const getMailDigest = defineCall({
  ...common,
  operationId: 'getMailDigest',
  route: `GET ${path}`,
  summary: 'Get whether the caller gets e-mails about mentions',
  answer: z.object({
    is_available: z.boolean().describe('Whether the caller can get e-mails.'),
    reason: z
      .enum(['', 'no_server', 'own_address'])
      .describe(
        'Why not: `no_server` if the server sends none, `own_address` if the caller chose their address and no administrator has set it.',
      ),
    every_minutes: everyMinutes,
  }),
  answers: 'The caller’s setting.',
})

export const setMailDigest = defineCall({
  ...common,
  operationId: 'setMailDigest',
  route: `POST ${path}`,
  summary: 'Turn e-mails about mentions on or off',
  description:
    'They list unread mentions and direct messages after the user has had no live socket for 15 minutes.',
  body: z.object({ every_minutes: everyMinutes }),
  answer: Ok,
  answers: 'Done.',
  errors: ['no_mail', 'own_mail_address'],
  audit: { target: 'user', id: ['caller.user'], notes: ['body.every_minutes'] },
})

const { endpointChars, p256dhChars, authChars, mostPerUser } = pushLimits
const pushPath = '/users/push'
const audit = { target: 'session', id: ['caller.session'] } as const

const base64url = (chars: number) =>
  Text.length(chars).regex(/^[\w-]+$/, 'must be base64url without padding, as the browser returns it')

export const getPush = defineCall({
  ...common,
  operationId: 'getPush',
  route: `GET ${pushPath}`,
  summary: 'Get what a browser needs for push notifications',
  answer: z.object({
    public_key: z
      .string()
      .describe(
        'The `applicationServerKey` of `PushManager.subscribe`. Empty if the server has no SECRETS_KEY.',
      ),
    endpoint: z.string().describe('Where this session receives push notifications. Empty if it does not.'),
  }),
  answers: 'The server’s key and the session’s subscription.',
})

export const subscribeToPush = defineCall({
  ...common,
  operationId: 'subscribeToPush',
  route: `POST ${pushPath}/subscribe`,
  summary: 'Turn on push notifications for the session',
  description:
    'For mentions and direct messages while the user has no live socket. Replaces the session’s earlier ' +
    `subscription, and ends with the session. A user can have ${mostPerUser}. The oldest one is removed first.`,
  body: z.object({
    endpoint: Text.min(1).max(endpointChars).describe('An https URL of a public push service, on port 443.'),
    keys: z
      .object({
        p256dh: base64url(p256dhChars).regex(
          /^B[A-P]/,
          'must be an uncompressed point, as the browser returns it',
        ),
        auth: base64url(authChars),
      })
      .describe('As in `PushSubscription.toJSON()`.'),
  }),
  answer: Ok,
  answers: 'Done.',
  errors: ['no_push', 'bad_push_endpoint'],
  audit,
})

export const unsubscribeFromPush = defineCall({
  ...common,
  operationId: 'unsubscribeFromPush',
  route: `POST ${pushPath}/unsubscribe`,
  summary: 'Turn off push notifications for the session',
  answer: Ok,
  answers: 'Done.',
  audit,
})
