import * as oauth from 'oauth4webapi'
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2'
import { expect, test } from 'vitest'
import { callback, startApps } from '../api/start-apps.js'

/** Over http, as on one machine. */
const insecure = { [oauth.allowInsecureRequests]: true } as const

async function start() {
  const api = await startApps()
  const { url } = await api.listen()
  /** The user says yes to what stands in the address; where they are sent. */
  const allow = async (address: string) => {
    const { origin, pathname, searchParams } = new URL(address)
    const answer = await fetch(origin + pathname, {
      method: 'POST',
      headers: api.reader.headers,
      body: JSON.stringify(Object.fromEntries(searchParams)),
    })
    return (await answer.json()).redirect as string
  }
  /** Who a token acts as. */
  const nameOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await (await fetch(`${url}/api/v3/users/me`, { headers })).json()).username as string | undefined
  }
  return { ...api, url, allow, nameOf }
}

/** What oauth4webapi finds out by itself, and what it sends its users with. */
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

test('oauth4webapi finds its way, goes through with PKCE, refreshes, asks about its token and revokes it', async () => {
  const { register, url, allow, nameOf } = await start()
  for (const app of [await register(), await register({ is_public: true })]) {
    const client = { client_id: app.id }
    const { server, verifier, state, address } = await discover(url, client)
    const auth = app.is_public ? oauth.None() : oauth.ClientSecretBasic(app.client_secret)
    const told = oauth.validateAuthResponse(server, client, new URL(await allow(address)), state)
    const given = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      told,
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

test('oauth4webapi takes no answer of another provider for ours, nor one that does not say whose it is', async () => {
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
  'simple-oauth2 gets a token for the bot, and one for a user, which it refreshes and revokes, with its secret in the %s',
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
