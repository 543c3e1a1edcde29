import { z } from 'zod'
import { defineCall } from '../../call.js'
import {
  accountsPerPage,
  maxAccountsPerPage,
  maxSearchLength,
  maxTeamsAtFirst,
  userImport,
} from '../../limits.js'
import { AccountOverview, AccountPage, FirstPassword, ImportedUsers } from '../../objects/users/account.js'
import { Email, profile, profileErrors, Username } from '../../objects/users/user.js'
import { filterText, Id, orEmpty, params, Text } from '../../parameters.js'

const common = { tag: 'Users', allow: 'system_admin' } as const

export const searchAccounts = defineCall({
  ...common,
  operationId: 'searchAccounts',
  searchedBy: ['search'],
  route: 'GET /admin/users',
  scope: 'read',
  summary: 'Find users, with details for administrators',
  description: 'Ordered by user name. Includes deactivated users and the bots of apps.',
  query: z.object({
    search: filterText(maxSearchLength).describe(
      'Part of the user name, e-mail address or name, ignoring case.',
    ),
    only: orEmpty(z.enum(['administrators', 'deactivated', 'first_password'])).describe(
      'administrators: system administrators. first_password: users who have not changed their first password yet.',
    ),
    team: orEmpty(Id).describe('Only members of this team.'),
    cursor: Text.max(maxSearchLength).default('').describe('The `next` of the previous page.'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxAccountsPerPage)
      .default(accountsPerPage)
      .describe(`${accountsPerPage} by default.`),
  }),
  answer: AccountPage,
  answers: 'A page of users.',
})

export const getAccount = defineCall({
  ...common,
  operationId: 'getAccount',
  route: 'GET /admin/users/:user',
  scope: 'read',
  summary: 'Get a user, with details for administrators',
  params: params('user'),
  answer: AccountOverview,
  answers: 'The user.',
  errors: ['no_such_user'],
})

const firstPassword = {
  ...common,
  scope: 'none',
  answer: FirstPassword,
  answers: 'The user, and the password to pass on.',
} as const

const untilChanged =
  'Until the user changes it, log-in responses have `must_change_password` and all other calls are rejected.'

export const provisionUser = defineCall({
  ...firstPassword,
  operationId: 'provisionUser',
  route: 'POST /admin/users/create',
  summary: 'Create an account with a first password',
  description: `Generates the password. ${untilChanged}`,
  body: z.object({
    username: Username,
    email: Email,
    ...profile,
    team_ids: z
      .array(Id)
      .max(maxTeamsAtFirst)
      .default([])
      .describe(`Teams that the user joins at once. At most ${maxTeamsAtFirst}.`),
  }),
  errors: [...profileErrors, 'team_gone', 'team_full', 'login_busy'],
  audit: { target: 'user', id: ['answer.user.id'], notes: ['body.team_ids'] },
})

export const resetPassword = defineCall({
  ...firstPassword,
  operationId: 'resetPassword',
  route: 'POST /admin/reset_password',
  summary: 'Reset a user’s password',
  description:
    'Generates a new first password and ends all sessions of the user, including those of apps. ' +
    `${untilChanged} Use changePassword for your own account.`,
  body: z.object({ user_id: Id }),
  errors: ['no_such_user', 'own_account', 'bot_has_no_password', 'login_busy'],
  audit: { target: 'user', id: ['body.user_id'] },
})

const { maxBytes, maxRows, rowsPerCall, columns } = userImport

/** JSON encodes quotes and line ends as two bytes each, and a few characters as six. */
const bodyLimitBytes = 2 * maxBytes + 1024

export const importUsers = defineCall({
  operationId: 'importUsers',
  route: 'POST /admin/users/import',
  tag: 'Users',
  summary: 'Import accounts from a CSV file',
  description:
    `Creates at most ${rowsPerCall} accounts per call, each with a first password as in provisionUser, and ` +
    'returns the `skip` of the next call. A row with an error is reported and does not affect the others. ' +
    'Sending a file again creates only the missing accounts.',
  allow: 'system_admin',
  scope: 'none',
  bodyLimitBytes,
  body: z.object({
    csv: Text.min(1).describe(
      `At most ${maxRows} rows and ${maxBytes} bytes. The first line names the columns, in any order: ` +
        `${columns.join(', ')}. username and email are required. The teams column has team names, separated by ` +
        'spaces.',
    ),
    skip: z
      .int()
      .min(0)
      .max(maxRows)
      .default(0)
      .describe('Number of rows that earlier calls have processed.'),
  }),
  answer: ImportedUsers,
  answers: 'The result of each row.',
  errors: ['bad_user_file', 'login_busy'],
  audit: { target: 'user', id: ['caller.user'], notes: ['answer.rows.user_id'] },
})
