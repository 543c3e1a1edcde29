import { z } from 'zod'
import { defineCall } from '../../call.js'
import { pushLimits } from '../../limits.js'
import { Ok } from '../../objects/system/config.js'
import { Text } from '../../parameters.js'

const { endpointChars, p256dhChars, authChars, mostPerUser } = pushLimits
const path = '/users/push'
const common = { tag: 'Users', allow: 'user', scope: 'none' } as const
const audit = { target: 'session', id: ['caller.session'] } as const

const base64url = (chars: number) =>
  Text.length(chars).regex(/^[\w-]+$/, 'must be base64url without padding, as the browser returns it')

export const getPush = defineCall({
  ...common,
  operationId: 'getPush',
  route: `GET ${path}`,
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
  route: `POST ${path}/subscribe`,
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
  route: `POST ${path}/unsubscribe`,
  summary: 'Turn off push notifications for the session',
  answer: Ok,
  answers: 'Done.',
  audit,
})
