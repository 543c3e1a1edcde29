import type { Scope } from '@posthorn/contract'

/** Lists the calls whose scope differs from the usual one: `read` for GET and `manage` for POST. */
const exceptions: Partial<Record<Scope | 'none', string[]>> = {
  read: [
    'GET /users/initial_load', // works without a session as well
    'POST /teams/find_team_by_name',
    'POST /teams/{team}/channels/more/search',
    'POST /teams/{team}/channels/view',
    'POST /teams/{team}/channels/{channel}/members/ids',
    'POST /teams/{team}/hooks/incoming/{hook}/preview',
    'POST /teams/{team}/members/ids',
    'POST /teams/{team}/posts/search',
    'POST /users/ids',
    'POST /users/search',
    'POST /users/status/ids',
  ],
  post: [
    'POST /teams/{team}/channels/{channel}/posts/create',
    'POST /teams/{team}/channels/{channel}/posts/update',
    'POST /teams/{team}/channels/{channel}/posts/{post}/delete',
    'POST /teams/{team}/hooks/incoming/{hook}/send',
  ],
  none: [
    'GET /oauth/allow',
    'GET /oauth/authorization',
    'POST /admin/reset_password',
    'POST /admin/save_config',
    'POST /admin/users/create',
    'POST /admin/users/import',
    'POST /oauth/authorize',
    'POST /oauth/delete',
    'POST /oauth/register',
    'POST /oauth/update',
    'POST /oauth/{client}/deauthorize',
    'POST /oauth/{client}/regen_secret',
    'POST /oauth/{client}/take_over',
    'POST /users/logout',
    'POST /users/newpassword',
    'POST /users/revoke_session',
    'POST /users/{user}/update_roles',
  ],
}

const scopes = new Map(
  Object.entries(exceptions).flatMap(([scope, calls]) => calls.map(call => [call, scope] as const)),
)

/** Returns each of `calls` and of the exceptions with the scope that it needs; `none` if no app can make it. */
export function withScopes(calls: Iterable<string>): { call: string; scope: string }[] {
  const usual = (call: string) => (call.startsWith('GET ') ? 'read' : 'manage')
  const all = new Set([...calls, ...scopes.keys()])
  return [...all].map(call => ({ call, scope: scopes.get(call) ?? usual(call) }))
}
