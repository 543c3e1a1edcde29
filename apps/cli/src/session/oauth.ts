import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmdirSync } from 'node:fs'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { exitCodes, Failure, unreachable } from '../failure.js'
import { type OAuthGrant, type Profile, readCredentials, saveProfile } from './credentials.js'

/** A token is refreshed this long before it expires. */
const earlyMs = 60_000
const withinMs = 300_000
const scope = 'read post manage'

type TokenResponse = {
  access_token?: string
  refresh_token?: string
  expires_in?: number
  error_description?: string
  message?: string
}
type Tokens = Pick<Profile, 'token'> & { oauth: OAuthGrant }

/**
 * Lets a user authorize an app in the browser (RFC 8252): with PKCE, and a redirect to a free port of this machine.
 *
 * @param open shows the address to the user
 */
export async function authorizeInBrowser(
  url: string,
  clientId: string,
  open: (address: string) => void,
): Promise<Tokens> {
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(16).toString('base64url')]
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const asked = { response_type: 'code', client_id: clientId, redirect_uri, scope, state }
    const pkce = { code_challenge, code_challenge_method: 'S256' }
    open(`${url}/oauth/authorize?${new URLSearchParams({ ...asked, ...pkce })}`)
    const code = await codeFrom(server, state)
    return await requestTokens(
      url,
      { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier },
      clientId,
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Waits for the browser to come back with a code. Ignores every other request. */
function codeFrom(server: HttpServer, state: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Failure('Nobody authorized the app within 5 minutes.', 'Try again.'))
    const timer = setTimeout(late, withinMs)
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const isOurs = pathname === '/callback' && searchParams.get('state') === state
      response.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(isOurs ? 'You can close this page and return to the terminal.' : 'Not found.')
      if (!isOurs) return
      clearTimeout(timer)
      const code = searchParams.get('code')
      if (code) resolve(code)
      else reject(new Failure(`The server refused: ${searchParams.get('error_description') ?? 'no access'}`))
    })
  })
}

/** Returns the profile with a valid token. Programs that run at the same time refresh it once. */
export async function refreshed(folder: string, name: string, profile: Profile): Promise<Profile> {
  if (!isDue(profile)) return profile
  return withLock(`${folder}/refresh.lock`, async () => {
    const latest = readCredentials(folder).profiles[name] ?? profile
    if (!latest.oauth || !isDue(latest)) return latest
    const { client_id, refresh_token } = latest.oauth
    const tokens = await requestTokens(latest.url, { grant_type: 'refresh_token', refresh_token }, client_id)
    const renewed = { ...latest, ...tokens }
    saveProfile(folder, name, renewed)
    return renewed
  })
}

const isDue = ({ oauth }: Profile) => oauth !== undefined && oauth.expires_at < Date.now() + earlyMs

async function requestTokens(url: string, form: Record<string, string>, client_id: string): Promise<Tokens> {
  const body = new URLSearchParams({ ...form, client_id })
  const address = `${url}/oauth/access_token`
  const response = await fetch(address, { method: 'POST', body }).catch(cause => {
    throw unreachable(url, cause)
  })
  const tokens = (await response.json().catch(() => ({}))) as TokenResponse
  const { access_token, refresh_token = '', expires_in, error_description, message } = tokens
  if (!response.ok || typeof access_token !== 'string')
    throw new Failure(
      `The server gave no token: ${error_description ?? message ?? response.status}`,
      'Log in again: posthorn login --oauth',
      exitCodes.notLoggedIn,
    )
  const expires_at = Date.now() + 1000 * Number(expires_in)
  return { token: access_token, oauth: { client_id, refresh_token, expires_at } }
}

const betweenTriesMs = 100
/** A holder that took longer was killed. */
const longestMs = 30_000

/** Runs `act` while no other process holds the lock, which is a folder. */
async function withLock<Result>(folder: string, act: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + longestMs
  while (!take(folder)) {
    if (Date.now() > deadline) release(folder)
    else await delay(betweenTriesMs)
  }
  try {
    return await act()
  } finally {
    release(folder)
  }
}

function take(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function release(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // another process released it as abandoned
  }
}
