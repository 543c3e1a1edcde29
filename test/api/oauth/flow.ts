import { createHash } from 'node:crypto'
import type { AppObject } from '@posthorn/contract'
import type { LightMyRequestResponse } from 'fastify'
import type { Caller } from '../callers.js'
import { type Api, callback } from '../start-apps.js'

export type Form = Record<string, string>
type Asked = Partial<ReturnType<typeof asking>>

export const verifier = 'v'.repeat(43)
export const pkce = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}

const usual = {
  response_type: 'code',
  redirect_uri: callback,
  scope: 'read post',
  state: 'st/1 2',
  code_challenge: '',
  code_challenge_method: '',
}

/** Returns the valid query with which an app sends its users to the consent page. */
export const asking = (
  { id }: Pick<AppObject, 'id'>,
  more: Partial<typeof usual & { client_id: string }> = {},
) => ({
  ...usual,
  client_id: id,
  ...more,
})

/** Returns the parameters of the address to which the user is redirected. */
export const redirectParams = (redirect: string) => Object.fromEntries(new URL(redirect).searchParams)

/** Returns the steps of the authorization flow. */
export function flowOf({ app }: Pick<Api, 'app'>) {
  const post = (path: string, form: Form, headers: Form = {}) =>
    app.inject({
      method: 'POST',
      url: `/oauth/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(form).toString(),
    })
  /** Authorizes the app as `user` and returns the code. */
  const codeFor = async (user: Caller, of: AppObject, more: Asked = {}) => {
    const { redirect } = await user.client.authorizeApp({ body: asking(of, more) })
    return redirectParams(redirect).code ?? redirect
  }
  const exchange = (of: AppObject, form: Form, headers?: Form) =>
    post('access_token', { ...credentialsOf(of), ...form }, headers)
  const redeem = (of: AppObject, code: string, more: Form = {}) =>
    exchange(of, { grant_type: 'authorization_code', redirect_uri: callback, code, ...more })
  const refresh = (of: AppObject, refresh_token: string, more: Form = {}) =>
    exchange(of, { grant_type: 'refresh_token', refresh_token, ...more })
  const tokensFor = async (user: Caller, of: AppObject, more: Asked = {}) =>
    tokensIn(await redeem(of, await codeFor(user, of, more)))
  return { post, codeFor, exchange, redeem, refresh, tokensFor }
}

export function credentialsOf({ id, client_secret }: AppObject): Form {
  return { client_id: id, ...(client_secret !== '' && { client_secret }) }
}

type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number }

export function tokensIn(answer: LightMyRequestResponse): Tokens {
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json()
}

/** Returns `400 invalid_grant`, or only the status if there is no error. */
export function problemOf(answer: LightMyRequestResponse): string {
  const { error, error_description } = answer.json()
  if (error === undefined) return String(answer.statusCode)
  if (typeof error_description !== 'string') throw new Error(answer.body)
  return `${answer.statusCode} ${error}`
}
