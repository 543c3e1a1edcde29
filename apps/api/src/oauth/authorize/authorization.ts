import { Id, type Scope } from '@posthorn/contract'
import { type App, activeOwnerOf, findApp } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { Refused, refused } from '../../refusals/refused.js'
import { scopesAsked, wordsIn } from '../scopes.js'
import { isCallback } from './addresses.js'
import { isRegistered, redirectTo } from './redirect.js'

/** A SHA-256 in base64url. */
const challenge = /^[\w-]{43}$/

type Pkce = { code_challenge: string; code_challenge_method: string }

/** Returns the mistake in an app's PKCE parameters. A public app has no other proof that a code was issued to it. */
function mistakeInPkce({ code_challenge, code_challenge_method }: Pkce, isPublic: boolean) {
  if (code_challenge === '' && code_challenge_method === '')
    return isPublic ? 'A public app must send code_challenge with code_challenge_method=S256.' : undefined
  if (code_challenge_method !== 'S256') return 'code_challenge_method must be S256.'
  return challenge.test(code_challenge) ? undefined : 'code_challenge must be a SHA-256 in base64url.'
}

/** The parameters that an app sends a user with; empty if absent. */
export type AuthorizationParams = {
  response_type: string
  client_id: string
  redirect_uri: string
  scope: string
  state: string
  code_challenge: string
  code_challenge_method: string
}

/** A request that can be granted. `answer` makes the address that leads back to the app. */
export type Asked = {
  app: App
  redirectUri: string
  scopes: Scope[]
  codeChallenge: string | null
  answer: (response: Record<string, string>) => string
}

/** The result: doubts about the app are shown to the user only; the app receives its other mistakes. */
export type ReadAuthorization =
  | { outcome: 'asked'; app: App; asked: Asked }
  | { outcome: 'mistaken'; app: App; redirect: string; detail: string }
  | Refused<
      | 'no_base_url'
      | 'bad_client'
      | 'no_such_app'
      | 'no_redirect'
      | 'malformed_redirect'
      | 'bad_redirect'
      | 'app_suspended'
    >

const maxStateChars = 2048

/** Reads an app's request. The checks run in the order of the lines. */
export async function readAuthorization(
  deps: Pick<ApiDeps, 'db'>,
  params: AuthorizationParams,
  iss: string | undefined,
): Promise<ReadAuthorization> {
  if (iss === undefined) return refused('no_base_url')
  const app = await findClient(deps, params)
  if (app instanceof Refused) return app
  const { redirect_uri: redirectUri, scope, state } = params
  const keptState = state.length > maxStateChars ? '' : state
  const answer = (response: Record<string, string>) =>
    redirectTo(redirectUri, { ...response, state: keptState, iss })
  const mistake = mistakeIn(params, app)
  const scopes = scopesAsked(wordsIn(scope))
  if (mistake || !scopes) {
    const [error, detail] = mistake ?? ['invalid_scope', 'The scopes are profile, read, post and manage.']
    return { outcome: 'mistaken', app, detail, redirect: answer({ error, error_description: detail }) }
  }
  const codeChallenge = params.code_challenge || null
  return { outcome: 'asked', app, asked: { app, redirectUri, scopes, codeChallenge, answer } }
}

/** Returns the app if it is known and the redirect address is one of its own. */
async function findClient({ db }: Pick<ApiDeps, 'db'>, { client_id, redirect_uri }: AuthorizationParams) {
  if (!Id.safeParse(client_id).success) return refused('bad_client')
  const app = await findApp(db, client_id)
  if (!app) return refused('no_such_app')
  if (redirect_uri === '') return refused('no_redirect')
  if (!isCallback(redirect_uri)) return refused('malformed_redirect')
  if (!isRegistered(redirect_uri, app.callbackUrls)) return refused('bad_redirect')
  return (await activeOwnerOf(db, app.id)) === undefined ? refused('app_suspended') : app
}

function mistakeIn(
  params: AuthorizationParams,
  { isPublic }: App,
): [error: string, detail: string] | undefined {
  if (params.response_type === '') return ['invalid_request', 'response_type is missing or repeated.']
  if (params.response_type !== 'code') return ['unsupported_response_type', 'response_type has to be code.']
  if (params.state.length > maxStateChars)
    return ['invalid_request', `state has more than ${maxStateChars} characters.`]
  const pkce = mistakeInPkce(params, isPublic)
  return pkce === undefined ? undefined : ['invalid_request', pkce]
}
