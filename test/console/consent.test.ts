import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Db, saveSettings } from '@posthorn/db'
import * as oauth from 'oauth4webapi'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'
import { logIn, openVisitor } from './visitor.js'

/** Allows http, because all services run on one machine. */
const insecure = { [oauth.allowInsecureRequests]: true } as const

/** A router that parses addresses as JSON, or a form, would change this. */
const state = '"12" + {a}: é%20&='

test('asks for consent after the login, sends the decision, and lists the application for revocation', async () => {
  const { consoleUrl, db } = await startStack({ base: 'console' })
  await turnOnOAuth(db, consoleUrl)
  const callback = await startCallback()
  const admin = await enter(consoleUrl)
  const app = await registerApp(admin.page, callback)
  const verifier = oauth.generateRandomCodeVerifier()
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: app.id, redirect_uri: callback, scope: 'read post', state },
    ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
  })
  const { page, expectTrouble } = await openVisitor(consoleUrl)
  await page.goto(`/oauth/authorize?${query}`)
  await page.getByText('to continue to Planner & <b>Co</b>').waitFor()
  await page.getByText('No account? Ask your administrator for one.').waitFor()
  expect(await page.getByText('npm start').count()).toBe(0)
  await look(page, 'consent-log-in')
  await logIn(page, { user: 'reader' })
  await page.getByRole('heading', { name: 'Planner & <b>Co</b> wants to act for you' }).waitFor()
  await page.getByText('Logged in as reader').waitFor()
  await page.getByText('127.0.0.1').last().waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await look(page, 'consent')
  await page.getByRole('button', { name: 'Deny' }).click()
  expect(await callbackParams(page)).toMatchObject({ error: 'access_denied', state, iss: expect.any(String) })

  await page.goto(`/oauth/authorize?${query}`)
  await page.getByRole('button', { name: 'Not you?' }).click()
  await logIn(page, { user: 'admin' })
  await page.getByText('Logged in as admin').waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  await callbackParams(page)
  const token = await tokenFor(consoleUrl, { app, callback, verifier, answer: new URL(page.url()) })
  expect(await statusWith(consoleUrl, token)).toBe(200)
  await revoke(page)
  expect(await statusWith(consoleUrl, token)).toBe(401)
  expectTrouble(/favicon/)
})

test('explains an invalid authorization request and offers no Allow button', async () => {
  const { consoleUrl, db } = await startStack()
  await turnOnOAuth(db, consoleUrl)
  const { page, expectTrouble } = await enter(consoleUrl)
  expectTrouble(/40[04]/)
  await page.goto('/oauth/authorize?response_type=code&client_id=nobody')
  expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0)
  const card = page.getByRole('main')
  await card.getByRole('heading', { name: 'This app cannot be authorized' }).waitFor()
  const { borderRadius, backgroundColor } = await card.evaluate(element => ({ ...getComputedStyle(element) }))
  expect([borderRadius, backgroundColor]).toEqual(['10px', 'rgb(255, 255, 255)'])
  await look(page, 'consent-error')
})

/** Starts the application's own server, which says that the user may close the page. */
async function startCallback(): Promise<string> {
  const server = createServer((_, response) => response.end('You may close this page.'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`
}

/** Returns the parameters that the application receives. */
async function callbackParams(page: Page): Promise<Record<string, string>> {
  await page.getByText('You may close this page.').waitFor()
  return Object.fromEntries(new URL(page.url()).searchParams)
}

type App = { id: string; client_secret: string }

async function registerApp(page: Page, callback: string): Promise<App> {
  const body = {
    name: 'Planner & <b>Co</b>',
    homepage: 'https://planner.example.org',
    callback_urls: [callback],
  }
  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  const answer = await page.request.post('/api/v3/oauth/register', { headers, data: body })
  expect(answer.status()).toBe(200)
  return answer.json()
}

type Exchange = { app: App; callback: string; verifier: string; answer: URL }

/** Exchanges the code with oauth4webapi, which checks state and issuer first. */
async function tokenFor(consoleUrl: string, { app, callback, verifier, answer }: Exchange): Promise<string> {
  const issuer = new URL(consoleUrl)
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const server = await oauth.processDiscoveryResponse(issuer, found)
  const client = { client_id: app.id }
  const params = oauth.validateAuthResponse(server, client, answer, state)
  const secret = oauth.ClientSecretPost(app.client_secret)
  const given = await oauth.authorizationCodeGrantRequest(
    ...([server, client, secret, params, callback, verifier] as const),
    insecure,
  )
  return (await oauth.processAuthorizationCodeResponse(server, client, given)).access_token
}

async function statusWith(consoleUrl: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${consoleUrl}/api/v3/users/me`, { headers })).status
}

/** Revokes the application on the user's account page. */
async function revoke(page: Page): Promise<void> {
  await page.goto('/first-team/account')
  const part = page.getByRole('region', { name: 'Authorized applications' })
  await part.getByText('Planner & <b>Co</b>').first().waitFor()
  await part.scrollIntoViewIfNeeded()
  await look(page, 'account-apps')
  await part.getByRole('button', { name: 'Revoke Planner & <b>Co</b>' }).click()
  await part.getByText('None yet. An application').waitFor()
}

/** Waits until the api has found the setting in the database. */
async function turnOnOAuth(db: Db, consoleUrl: string): Promise<void> {
  await saveSettings(db, { EnableOAuthServiceProvider: true })
  const metadata = new URL('/.well-known/oauth-authorization-server', consoleUrl)
  await eventually(async () => expect((await fetch(metadata)).status).toBe(200))
}
