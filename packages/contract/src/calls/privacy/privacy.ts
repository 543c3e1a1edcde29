import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxErasuresPerHour, maxExportsPerHour } from '../../limits.js'
import { ErasureBegun, ErasureProgress } from '../../objects/system/erasure.js'
import { params, Text, Timestamp, yesOrNo } from '../../parameters.js'
import { common, forOwners, path } from '../deliveries/of-deliveries.js'

/** The form of an export, for descriptions. */
const exportForm =
  'JSON lines: each has a `kind`, which is a table’s name, and `data`. The last line has the kind `end` and the number of ' +
  'lines; without it, the file is incomplete. Lines of the kind `progress` have no data. Never contains secrets. ' +
  `Allowed once at a time and ${maxExportsPerHour} times per hour.`

/** Not a call of the typed client, because it returns a file to download. */
export const exportUserData = defineCall({
  operationId: 'exportUserData',
  route: 'GET /users/:user/export',
  tag: 'Users',
  summary: 'Export everything stored about a user',
  description: `Allowed for the user and for system administrators. ${exportForm}`,
  allow: 'user',
  scope: 'none',
  params: params('user'),
  answerTypes: ['application/jsonl'],
  answers: 'The user’s data.',
  errors: ['no_such_user', 'no_permission_api', 'export_running'],
  audit: { target: 'user', id: ['params.user'] },
})

const ofAdministrators = { tag: 'Users', allow: 'system_admin', scope: 'none' } as const

export const eraseUser = defineCall({
  ...ofAdministrators,
  operationId: 'eraseUser',
  route: 'POST /admin/users/:user/erase',
  summary: 'Erase a user',
  description:
    'Deletes the account of a deactivated user with its posts, memberships, settings and pictures, and removes its names from ' +
    'the audit log. Posts of others stay, also if they mention the user. A post with replies of others stays without its ' +
    'text. This cannot be undone.',
  params: params('user'),
  body: z.object({
    username: Text.describe('The user name, as a confirmation.'),
    delete_owned: z
      .boolean()
      .default(false)
      .describe(
        'Whether to delete the user’s webhooks and applications. Otherwise they must be transferred first.',
      ),
    webhook_posts: z
      .enum(['keep', 'delete'])
      .default('keep')
      .describe(
        'keep: what the user’s webhooks posted stays, as posts of the webhook’s present owner or of Posthorn.',
      ),
  }),
  answer: ErasureBegun,
  answers: 'The erasure. It continues in the background.',
  errors: ['no_such_user', 'still_active', 'owns_webhooks', 'other_username', 'bot_stays', 'cannot_erase'],
  audit: { target: 'user', id: ['params.user'], isNameless: true },
})

export const getErasure = defineCall({
  ...ofAdministrators,
  operationId: 'getErasure',
  route: 'GET /admin/erasures/:erasure',
  summary: 'Get the progress of an erasure',
  description: 'For a week.',
  params: params('erasure'),
  answer: ErasureProgress,
  answers: 'The progress.',
  errors: ['no_such_erasure', 'cannot_erase'],
})

const before = 'Only what was accepted before this time, in milliseconds since 1970.'

/** Not a call of the typed client, because it returns a file to download. */
export const exportHookHistory = defineCall({
  ...common,
  operationId: 'exportHookHistory',
  route: `GET ${path}/export`,
  scope: 'none',
  summary: 'Export a hook’s history',
  description: `The hook and its stored deliveries, with the requests as received. ${forOwners} ${exportForm}`,
  query: z.object({
    before: Timestamp.default(Number.MAX_SAFE_INTEGER).describe(before),
    posts: yesOrNo('Whether to include the posts that the hook made.'),
  }),
  answerTypes: ['application/jsonl'],
  answers: 'The history.',
  errors: ['export_running'],
  audit: { target: 'hook', id: ['params.hook'] },
})

const erased =
  'Erases the payload, the error details and the sender. The time, the outcome and the counts stay, so that repeated calls do ' +
  `not post again. Allowed ${maxErasuresPerHour} times per hour and user.`

export const eraseHookHistory = defineCall({
  ...common,
  operationId: 'eraseHookHistory',
  route: `POST ${path}/deliveries/erase`,
  scope: 'none',
  summary: 'Erase a hook’s stored requests',
  description:
    `${erased} Without \`before\`, also erases the hook’s refused calls. Deliveries that wait to be posted are not erased. ` +
    `This cannot be undone. ${forOwners}`,
  body: z.strictObject({
    hook: Text.describe('The hook’s ID again, as a confirmation.'),
    // null is rejected rather than read as no limit
    before: z.number().int().min(0).exactOptional().describe(before),
    posts: z.boolean().default(false).describe('Whether to delete the posts that the hook made, too.'),
  }),
  answer: ErasureBegun,
  answers: 'The erasure. It continues in the background.',
  errors: ['other_hook', 'cannot_erase'],
  audit: { target: 'hook', id: ['params.hook'], notes: ['body.before', 'body.posts'] },
})

export const getHookErasure = defineCall({
  ...common,
  operationId: 'getHookErasure',
  route: `GET ${path}/erasures/:erasure`,
  scope: 'read',
  summary: 'Get the progress of the erasure of a hook’s history',
  description: forOwners,
  params: params('team', 'hook', 'erasure'),
  answer: ErasureProgress,
  answers: 'The progress.',
  errors: ['no_such_erasure', 'cannot_erase'],
})

export const eraseDelivery = defineCall({
  ...common,
  operationId: 'eraseDelivery',
  route: `POST ${path}/deliveries/:delivery/erase`,
  scope: 'none',
  summary: 'Erase what is stored of one request',
  description: `${erased} Includes its replays. This cannot be undone. ${forOwners}`,
  params: params('team', 'hook', 'delivery'),
  body: z.object({
    posts: z.boolean().default(false).describe('Whether to delete the posts of the delivery, too.'),
  }),
  answer: z.object({ erased: z.number().describe('Number of erased deliveries.') }),
  answers: 'What was erased.',
  errors: ['no_such_delivery'],
  audit: { target: 'hook', id: ['params.hook'], notes: ['params.delivery', 'body.posts'] },
})
