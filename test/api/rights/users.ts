import { newId } from '@posthorn/server'
import { password } from '../../support/constants.js'
import { team } from '../start-api.js'
import {
  anybody,
  byRole,
  everybody,
  noneOfThem,
  noSession,
  ofTheTeam,
  type Row,
  systemAdmins,
} from './row.js'

const closed = '403 api.user.create_user.no_open_server'
const notActive = '403 api.user.update_active.permissions.app_error'
const account = () => {
  const username = `u${newId()}`
  return { body: { username, email: `${username}@example.org`, password } }
}
const onesOwn = { where: 'of themselves', answers: everybody }
const anothers = { where: 'of another user', answers: systemAdmins }
const changed = { current_password: password, new_password: 'another one' }

const transparent = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const pictureRows = [
  { call: 'POST /users/{user}/image', body: { image: transparent } },
  { call: 'POST /users/{user}/image/reset' },
].flatMap(({ call, ...sent }): Row[] => [
  { call, ...onesOwn, ask: ({ caller }) => ({ params: { user: caller.id }, ...sent }) },
  { call, ...anothers, ask: ({ other }) => ({ params: { user: other.id }, ...sent }) },
])

const administered: Row[] = [
  { call: 'GET /admin/users', answers: systemAdmins },
  {
    call: 'GET /admin/users/{user}',
    ask: ({ other }) => ({ params: { user: other.id } }),
    answers: systemAdmins,
  },
  { call: 'POST /admin/users/create', scope: 'none', ask: account, answers: systemAdmins },
  {
    call: 'POST /admin/users/import',
    scope: 'none',
    ask: () => ({ body: { csv: `username,email\nu${newId()},${newId()}@example.org` } }),
    answers: systemAdmins,
  },
  {
    call: 'POST /admin/reset_password',
    scope: 'none',
    ask: ({ other }) => ({ body: { user_id: other.id } }),
    answers: systemAdmins,
  },
]

const noUser = '404 store.sql_user.missing_account.const'

const pushKeys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }

export const userRows: Row[] = [
  {
    call: 'GET /users/email/{email}',
    ...onesOwn,
    ask: ({ caller }) => ({ params: { email: caller.email } }),
  },
  {
    call: 'GET /users/email/{email}',
    where: 'of another user',
    ask: ({ other }) => ({ params: { email: other.email } }),
    answers: byRole(noSession, noUser, noUser, noUser, '200'),
  },
  { call: 'POST /users/create', ask: account, answers: byRole(closed, closed, closed, closed, '200') },
  {
    call: 'POST /users/create',
    where: 'open server',
    settings: { EnableOpenServer: true },
    ask: account,
    answers: anybody,
  },
  { call: 'GET /users/me', answers: everybody },
  { call: 'GET /users/{user}/get', ask: ({ other }) => ({ params: { user: other.id } }), answers: everybody },
  {
    call: 'GET /users/name/{username}',
    ask: ({ other }) => ({ params: { username: other.username } }),
    answers: everybody,
  },
  {
    call: 'GET /users/{offset}/{limit}',
    ask: () => ({ params: { offset: '0', limit: '100' } }),
    answers: everybody,
  },
  {
    call: 'GET /users/{user}/image',
    ask: ({ other }) => ({ params: { user: other.id } }),
    answers: everybody,
  },
  ...pictureRows,
  { call: 'GET /users/initial_load', scope: 'read', answers: anybody },
  { call: 'GET /users/status', answers: everybody },
  { call: 'GET /users/{user}/audits', ...onesOwn, ask: ({ caller }) => ({ params: { user: caller.id } }) },
  { call: 'GET /users/{user}/audits', ...anothers, ask: ({ other }) => ({ params: { user: other.id } }) },
  {
    call: 'POST /users/status/ids',
    scope: 'read',
    ask: ({ other }) => ({ body: [other.id] }),
    answers: everybody,
  },
  { call: 'GET /users/autocomplete', answers: everybody },
  { call: 'POST /users/search', scope: 'read', ask: () => ({ body: { term: 'o' } }), answers: everybody },
  {
    call: 'POST /users/search',
    where: 'in a team',
    ask: ({ team }) => ({ body: { term: 'o', team_id: team } }),
    answers: ofTheTeam,
  },
  ...(['in_channel_id', 'not_in_channel_id'] as const).map(
    (place): Row => ({
      call: 'POST /users/search',
      where: `${place} of a channel that they are not in`,
      ask: async ({ channel, other }) => ({
        body: { term: 'o', [place]: (await channel('O', other.id)).id },
      }),
      answers: systemAdmins,
    }),
  ),
  { call: 'POST /users/ids', scope: 'read', ask: ({ other }) => ({ body: [other.id] }), answers: everybody },
  {
    call: 'POST /users/update',
    ...onesOwn,
    ask: ({ caller }) => ({ body: { id: caller.id, nickname: 'N' } }),
  },
  {
    call: 'POST /users/update',
    ...anothers,
    ask: ({ other }) => ({ body: { id: other.id, nickname: 'N' } }),
  },
  {
    call: 'POST /users/update_notify',
    ...onesOwn,
    ask: ({ caller }) => ({ body: { user_id: caller.id, push: 'all' } }),
  },
  {
    call: 'POST /users/update_notify',
    ...anothers,
    ask: ({ other }) => ({ body: { user_id: other.id, push: 'all' } }),
  },
  {
    call: 'POST /users/update_active',
    where: 'of themselves',
    ask: ({ caller }) => ({ body: { user_id: caller.id, active: 'false' } }),
    answers: byRole(noSession, '200', '200', '200', '400 api.user.administer.own_account.app_error'),
  },
  {
    call: 'POST /users/update_active',
    where: 'of themselves, confirmed',
    answers: everybody,
    ask: ({ caller }) => ({ body: { user_id: caller.id, active: 'false', own_account: 'true' } }),
  },
  {
    call: 'POST /users/update_active',
    where: 'activating themselves',
    ask: ({ caller }) => ({ body: { user_id: caller.id, active: 'true' } }),
    answers: byRole(noSession, notActive, notActive, notActive, '200'),
  },
  {
    call: 'POST /users/update_active',
    where: 'of another user',
    ask: ({ other }) => ({ body: { user_id: other.id, active: 'false' } }),
    answers: byRole(noSession, notActive, notActive, notActive, '200'),
  },
  ...(['caller', 'other'] as const).map(
    (who): Row => ({
      call: 'POST /users/{user}/update_roles',
      scope: 'none',
      where: who,
      ask: scene => ({ params: { user: scene[who].id }, body: { new_roles: 'system_admin system_user' } }),
      answers: systemAdmins,
    }),
  ),
  {
    call: 'POST /users/newpassword',
    scope: 'none',
    ...onesOwn,
    ask: ({ caller }) => ({ body: { user_id: caller.id, ...changed } }),
  },
  {
    call: 'POST /users/newpassword',
    where: 'of another user',
    ask: ({ other }) => ({ body: { user_id: other.id, ...changed } }),
    answers: noneOfThem('403 api.user.update_password.context.app_error'),
  },
  {
    call: 'POST /users/login',
    ask: ({ other }) => ({ body: { name: team, login_id: other.username, password } }),
    answers: anybody,
  },
  { call: 'GET /users/mail', scope: 'none', answers: everybody },
  {
    call: 'POST /users/mail',
    scope: 'none',
    ask: () => ({ body: { every_minutes: 0 } }),
    answers: everybody,
  },
  { call: 'GET /users/push', scope: 'none', answers: everybody },
  {
    call: 'POST /users/push/subscribe',
    scope: 'none',
    ask: () => ({ body: { endpoint: 'https://push.example.com/a', keys: pushKeys } }),
    answers: everybody,
  },
  { call: 'POST /users/push/unsubscribe', scope: 'none', answers: everybody },
  ...administered,
  { call: 'POST /users/logout', scope: 'none', answers: anybody },
  { call: 'GET /users/{user}/sessions', ...onesOwn, ask: ({ caller }) => ({ params: { user: caller.id } }) },
  { call: 'GET /users/{user}/sessions', ...anothers, ask: ({ other }) => ({ params: { user: other.id } }) },
  {
    call: 'POST /users/revoke_session',
    scope: 'none',
    ...onesOwn,
    ask: ({ caller }) => ({ body: { id: caller.sessionId } }),
  },
  {
    call: 'POST /users/revoke_session',
    where: 'of another user',
    ask: ({ other }) => ({ body: { id: other.sessionId } }),
    answers: noneOfThem('404 store.sql_session.get.app_error'),
  },
]
