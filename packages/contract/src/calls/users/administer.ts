import { z } from 'zod'
import { defineCall } from '../../call.js'
import { accountsPerPage, maxAccountsPerPage, maxSearchLength, maxTeamsAtFirst } from '../../limits.js'
import { AccountOverview, AccountPage, FirstPassword } from '../../objects/account.js'
import { Email, profile, profileErrors, Username } from '../../objects/user-fields.js'
import { Id, params, Text } from '../../parameters.js'

const common = { tag: 'Users', allow: 'system_admin' } as const

export const searchAccounts = defineCall({
  ...common,
  operationId: 'searchAccounts',
  searchedBy: ['search'],
  route: 'GET /admin/users',
  scope: 'read',
  summary: 'Find users, with what an administrator sees to',
  description: 'By user name; deactivated ones and the bots of apps are among them.',
  query: z.object({
    search: Text.max(maxSearchLength)
      .default('')
      .describe('A part of the user name, the e-mail address or a name, in any case.'),
    only: z
      .enum(['', 'administrators', 'deactivated', 'first_password'])
      .default('')
      .describe('administrators: of the system; first_password: who has not yet chosen one of their own.'),
    team: Id.or(z.literal('')).default('').describe('Only its members.'),
    cursor: Text.max(maxSearchLength).default('').describe('The `next` of the page before.'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxAccountsPerPage)
      .default(accountsPerPage)
      .describe(`${accountsPerPage}, if nothing is said.`),
  }),
  answer: AccountPage,
  answers: 'A page of users.',
})

export const getAccount = defineCall({
  ...common,
  operationId: 'getAccount',
  route: 'GET /admin/users/:user',
  scope: 'read',
  summary: 'A user, with what an administrator sees to',
  params: params('user'),
  answer: AccountOverview,
  answers: 'The user.',
  errors: ['no_such_user'],
})

const firstPassword = {
  ...common,
  scope: 'none',
  answer: FirstPassword,
  answers: 'The user, and the password to tell them.',
} as const

const untilChanged =
  'The user is told at login, by `must_change_password`, and refused every call but that which changes it.'

export const provisionUser = defineCall({
  ...firstPassword,
  operationId: 'provisionUser',
  route: 'POST /admin/users/create',
  summary: 'Create an account with a first password',
  description: `The password is made here. ${untilChanged}`,
  body: z.object({
    username: Username,
    email: Email,
    ...profile,
    team_ids: z
      .array(Id)
      .max(maxTeamsAtFirst)
      .default([])
      .describe(`Teams that the user is a member of from the beginning; at most ${maxTeamsAtFirst}.`),
  }),
  errors: [...profileErrors, 'team_gone', 'team_full', 'login_busy'],
  audit: { target: 'user', id: ['answer.user.id'], notes: ['body.team_ids'] },
})

export const resetPassword = defineCall({
  ...firstPassword,
  operationId: 'resetPassword',
  route: 'POST /admin/reset_password',
  summary: 'Give a user another first password',
  description: `It is made here; every session of the user ends, those of apps too. ${untilChanged} One’s own is changed by changePassword.`,
  body: z.object({ user_id: Id }),
  errors: ['no_such_user', 'own_account', 'bot_has_no_password', 'login_busy'],
  audit: { target: 'user', id: ['body.user_id'] },
})
