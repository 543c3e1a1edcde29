import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startStack } from '../console/stack.js'
import { openVisitor } from '../console/visitor.js'
import { eventually } from '../support/eventually.js'

/** Starts another site with an empty page, and returns its URL. */
async function startSite(): Promise<string> {
  const site = createServer((_request, answer) => {
    answer
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><link rel=icon href=data:,><title>Site</title>')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void site.close().closeAllConnections())
  await once(site, 'listening')
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}

type Received = { status: number; text: string; headers: Record<string, string> } | string

async function openSite(options: Parameters<typeof startStack>[0] = {}) {
  const stack = await startStack(options)
  const { page, expectTrouble } = await openVisitor(await startSite())
  await page.goto('/')
  const fetchThere = (url: string, init: RequestInit = {}): Promise<Received> =>
    page.evaluate(
      async ([url, init]) => {
        const answer = await fetch(url, init).catch(String)
        if (typeof answer === 'string') return answer
        return {
          status: answer.status,
          text: await answer.text(),
          headers: Object.fromEntries(answer.headers),
        }
      },
      [url, init] as const,
    )
  return { ...stack, fetchThere, expectTrouble }
}

const json = { 'Content-Type': 'application/json' }

test('accepts posts from pages of any site, which can read the response, with and without a preflight', async () => {
  const { fetchThere, hookUrl, messages, expectTrouble } = await openSite()
  expectTrouble(/status of 4\d\d/)
  const post = (text: string, headers = {}) =>
    fetchThere(hookUrl, { method: 'POST', body: JSON.stringify({ text }), headers })
  expect(await post('simple')).toMatchObject({ status: 200, text: 'ok' })
  expect(await post('asked first', json)).toMatchObject({
    status: 200,
    text: 'ok',
    headers: { 'x-delivery-id': expect.any(String), 'x-request-id': expect.any(String) },
  })
  const once = { ...json, 'Idempotency-Key': 'one', 'X-Of-Their-Own': 'x' }
  expect(await post('once', once)).toMatchObject({ text: 'ok' })
  expect(await post('once', once)).toMatchObject({ text: 'ok', headers: { 'idempotent-replayed': 'true' } })
  const large = await post('x'.repeat(2_000_000), json)
  expect(large).toMatchObject({ status: 413, text: expect.stringContaining('too_large') })
  const unread = await fetchThere(hookUrl, { method: 'POST', body: '{', headers: json })
  expect(unread).toMatchObject({ status: 400, text: expect.stringContaining('parse') })
  await eventually(async () => expect(await messages()).toEqual(['simple', 'asked first', 'once']))
})

test('shows pages of other sites the rate limit and when to retry', async () => {
  const { fetchThere, hookUrl, expectTrouble } = await openSite({ hookRate: { points: 1, seconds: 600 } })
  expectTrouble(/status of 429/)
  await fetchThere(hookUrl, { method: 'POST', body: '{"text":"x"}' })
  expect(await fetchThere(hookUrl, { method: 'POST', body: '{"text":"x"}' })).toMatchObject({
    status: 429,
    text: 'limit exceeded',
    headers: { 'retry-after': expect.any(String), 'x-ratelimit-limit': '1' },
  })
})

test('prevents pages of other sites from reading the API and from sending cookies to a hook', async () => {
  const { fetchThere, consoleUrl, hookUrl, expectTrouble } = await openSite()
  expectTrouble(/CORS|Failed to load/)
  for (const path of ['/api/v3/general/ping', '/api/v3/users/me', '/livez'])
    expect(await fetchThere(`${consoleUrl}${path}`)).toBe('TypeError: Failed to fetch')
  const login = { method: 'POST', body: '{}', headers: json }
  expect(await fetchThere(`${consoleUrl}/api/v3/users/login`, login)).toBe('TypeError: Failed to fetch')
  const withCookies = { method: 'POST', body: '{"text":"x"}', credentials: 'include' } as const
  expect(await fetchThere(hookUrl, withCookies)).toBe('TypeError: Failed to fetch')
})
