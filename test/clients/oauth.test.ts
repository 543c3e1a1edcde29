import * as oauth from 'oauth4webapi'
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2'
import { expect, test } from 'vitest'
import { callback, startApps } from '../api/start-apps.js'

/** Allows http, as on one machine. */
const insecure = { [oauth.allowInsecureRequests]: true } as const

async function start() {
  const api = await startApps()
  const { url } = await api.listen()
  /** Grants consent to the request in the URL, and returns the redirect's target. */
  const allow = async (address: string) => {
    const { origin, pathname, searchParams } = new URL(address)
    const answer = await fetch(origin + pathname, {
      method: 'POST',
      headers: api.reader.headers,
      body: JSON.stringify(Object.fromEntries(searchParams)),
    })
    return (await answer.json()).redirect as string
  }
  /** Returns the user of a token. */
  const nameOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await (await fetch(`${url}/api/v3/users/me`, { headers })).json()).username as string | undefined
  }
  return { ...api, url, allow, nameOf }
}

/** Returns what oauth4webapi discovers, and the URL to which it redirects its users. */
async function discover(url: string, client: oauth.Client) {
  const issuer = new URL(url)
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const server = await oauth.processDiscoveryResponse(issuer, found)
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
  const params = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: callback,
    scope: 'read',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  const address = `${server.authorization_endpoint}?${new URLSearchParams(params)}`
  return { server, verifier, state, address }
}

test('oauth4webapi discovers the server, completes PKCE, refreshes, introspects and revokes its token', async () => {
  const { register, url, allow, nameOf } = await start()
  for (const app of [await register(), await register({ is_public: true })]) {
    const client = { client_id: app.id }
    const { server, verifier, state, address } = await discover(url, client)
    const auth = app.is_public ? oauth.None() : oauth.ClientSecretBasic(app.client_secret)
    const response = oauth.validateAuthResponse(server, client, new URL(await allow(address)), state)
    const given = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      response,
      callback,
      verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, given)
    expect([await nameOf(tokens.access_token), tokens.scope]).toEqual(['reader', 'read'])
    const again = await oauth.refreshTokenGrantRequest(
      server,
      client,
      auth,
      tokens.refresh_token ?? '',
      insecure,
    )
    const { access_token } = await oauth.processRefreshTokenResponse(server, client, again)
    expect([await nameOf(access_token), await nameOf(tokens.access_token)]).toEqual(['reader', undefined])
    if (!app.is_public) {
      const asked = await oauth.introspectionRequest(server, client, auth, access_token, insecure)
      expect((await oauth.processIntrospectionResponse(server, client, asked)).active).toBe(true)
    }
    const revoked = await oauth.revocationRequest(server, client, auth, access_token, insecure)
    await oauth.processRevocationResponse(revoked)
    expect(await nameOf(access_token)).toBe(undefined)
  }
})

test('oauth4webapi rejects responses of other providers, and responses without an issuer', async () => {
  const { register, url, allow } = await start()
  const client = { client_id: (await register()).id }
  const { server, state, address } = await discover(url, client)
  const answer = new URL(await allow(address))
  expect(answer.searchParams.get('iss')).toBe(url)
  const validate = () => oauth.validateAuthResponse(server, client, answer, state)
  expect(validate).not.toThrow()
  answer.searchParams.set('iss', 'https://evil.example')
  expect(validate).toThrow()
  answer.searchParams.delete('iss')
  expect(validate).toThrow()
})

test.each(['header', 'body'] as const)(
  'simple-oauth2 gets a token for the bot and one for a user, refreshes and revokes it, with its secret in the %s',
  async authorizationMethod => {
    const { register, url, allow, nameOf } = await start()
    const app = await register()
    const auth = {
      tokenHost: url,
      tokenPath: '/oauth/access_token',
      revokePath: '/oauth/revoke',
    }
    const options = {
      client: { id: app.id, secret: app.client_secret },
      auth,
      options: { authorizationMethod },
    }
    const own = await new ClientCredentials(options).getToken({ scope: 'read' })
    expect(await nameOf(own.token.access_token)).toBe(app.bot_username)
    const ofUsers = new AuthorizationCode({
      ...options,
      auth: { ...auth, authorizePath: '/oauth/authorize' },
    })
    const address = ofUsers.authorizeURL({ redirect_uri: callback, scope: 'read post', state: 'x' })
    const code = new URL(await allow(address)).searchParams.get('code') ?? ''
    const first = await ofUsers.getToken({ code, redirect_uri: callback })
    const next = await first.refresh({ scope: 'read' })
    expect([await nameOf(next.token.access_token), next.token.scope]).toEqual(['reader', 'read'])
    await next.revoke('access_token')
    expect(await nameOf(next.token.access_token)).toBe(undefined)
  },
)
