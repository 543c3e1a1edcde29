import {
  type AnswersByRole,
  byRole,
  everybody,
  inScope,
  noneOfThem,
  noSession,
  type Row,
  systemAdmins,
} from './row.js'
import type { Scene } from './scene.js'

const adminsOnly = '403 api.command.admin_only.app_error'
const off = '501 api.oauth.allow_oauth.turn_off.app_error'
const badClient = '400 model.authorize.is_valid.client_id.app_error'
const notYours = '403 api.oauth.delete.permissions.app_error'
const asRoot = (refusal: string) => byRole(noSession, refusal, refusal, refusal, '200')

const choices = {
  name: 'An app',
  homepage: 'http://127.0.0.1/',
  callback_urls: ['http://127.0.0.1/callback'],
}
const register: Row = {
  call: 'POST /oauth/register',
  scope: 'none',
  ask: () => ({ body: choices }),
  answers: everybody,
}
const list: Row = { call: 'GET /oauth/list', answers: everybody }
const restricted = { settings: { EnableOnlyAdminIntegrations: true }, answers: asRoot(adminsOnly) }

/** Returns a call's rows for the caller's app and for another user's. */
function inEach(
  call: string,
  ask: (client: string) => { body?: unknown; params?: { client: string } },
): Row[] {
  const whose: [where: string, creator: (scene: Scene) => string, answers: AnswersByRole][] = [
    ['their own', ({ caller }) => caller.id, everybody],
    ["another user's", ({ other }) => other.id, asRoot(notYours)],
  ]
  return whose.map(([where, creator, answers]) => {
    return { call, where, ask: async (scene: Scene) => ask(await scene.app(creator(scene))), answers }
  })
}

const named = (client: string) => ({ params: { client } })
const ofAnothers = async ({ app, other }: Scene) => named(await app(other.id))

export const appRows: Row[] = [
  register,
  { ...register, where: 'restricted to administrators', ...restricted },
  {
    ...register,
    where: 'trusted',
    ask: () => ({ body: { ...choices, is_trusted: true } }),
    answers: systemAdmins,
  },
  list,
  { ...list, where: 'restricted to administrators', ...restricted },
  {
    ...list,
    where: 'switched off',
    settings: { EnableOAuthServiceProvider: false },
    answers: noneOfThem(off),
  },
  { call: 'GET /oauth/app/{client}', ask: ofAnothers, answers: everybody },
  ...inScope(
    'none',
    inEach('POST /oauth/update', id => ({ body: { id, ...choices } })),
  ),
  {
    call: 'POST /oauth/update',
    where: 'trusted',
    ask: async ({ app, caller }) => ({ body: { id: await app(caller.id), ...choices, is_trusted: true } }),
    answers: systemAdmins,
  },
  ...inScope('none', inEach('POST /oauth/{client}/regen_secret', named)),
  { call: 'POST /oauth/{client}/take_over', scope: 'none', ask: ofAnothers, answers: systemAdmins },
  ...inScope(
    'none',
    inEach('POST /oauth/delete', id => ({ body: { id } })),
  ),
  { call: 'GET /oauth/authorized', answers: everybody },
  { call: 'POST /oauth/{client}/deauthorize', scope: 'none', ask: ofAnothers, answers: everybody },
  {
    call: 'POST /oauth/authorize',
    scope: 'none',
    ask: async ({ app, other }) => ({
      body: {
        client_id: await app(other.id),
        response_type: 'code',
        redirect_uri: 'http://127.0.0.1/callback',
      },
    }),
    answers: everybody,
  },
  { call: 'GET /oauth/authorization', scope: 'none', answers: noneOfThem(badClient) },
  { call: 'GET /oauth/allow', scope: 'none', answers: noneOfThem(badClient) },
]
