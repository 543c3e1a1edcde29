import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxExportsPerHour } from '../../limits.js'
import { ErasureBegun, ErasureProgress } from '../../objects/system/erasure.js'
import { params, Text } from '../../parameters.js'

/** The form of an export, for descriptions. */
export const exportForm =
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
