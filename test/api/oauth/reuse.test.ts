import { expect, test } from 'vitest'
import { startApps } from '../start-apps.js'
import { flowOf, pkce, problemOf, tokensIn, verifier } from './flow.js'

const familyIdLength = 26

async function start() {
  const api = await startApps()
  const flow = flowOf(api)
  const lives = (token: string) => api.callerWith(token).statusAndId('/users/me')
  return { ...api, ...flow, lives }
}

test('another app cannot end a family, even with one of its used tokens', async () => {
  const { register, reader, tokensFor, refresh, lives } = await start()
  const [app, other, publicOther] = [await register(), await register(), await register({ is_public: true })]
  const first = await tokensFor(reader, app)
  const next = tokensIn(await refresh(app, first.refresh_token))
  const family = first.refresh_token.slice(0, familyIdLength)
  for (const by of [other, publicOther])
    for (const token of [
      first.refresh_token,
      family,
      `${family}${'x'.repeat(26)}`,
      `${family}${'x'.repeat(52)}`,
    ])
      expect(problemOf(await refresh(by, token))).toBe('400 invalid_grant')
  expect(await lives(next.access_token)).toBe('200')
  expect(problemOf(await refresh(app, next.refresh_token))).toBe('200')
})

test('a forged token with a family’s id does not end it, even without a secret', async () => {
  const { register, reader, codeFor, redeem, refresh, lives } = await start()
  const app = await register({ is_public: true })
  const redeemed = await redeem(app, await codeFor(reader, app, pkce), { code_verifier: verifier })
  const { access_token, refresh_token } = tokensIn(redeemed)
  const family = refresh_token.slice(0, familyIdLength)
  const made = [family, `${family}x`, `${family}${'x'.repeat(26)}`, `${refresh_token}x`]
  for (const token of [...made, `${family}${'x'.repeat(refresh_token.length - familyIdLength)}`])
    expect(problemOf(await refresh(app, token))).toBe('400 invalid_grant')
  expect(await lives(access_token)).toBe('200')
  expect(problemOf(await refresh(app, refresh_token))).toBe('200')
})

test('recognizes the oldest token of a long family as used, and ends the family', async () => {
  const { register, reader, tokensFor, refresh, lives } = await start()
  const app = await register()
  const oldest = await tokensFor(reader, app)
  let latest = oldest
  for (let turn = 0; turn < 5; turn++) latest = tokensIn(await refresh(app, latest.refresh_token))
  expect(problemOf(await refresh(app, oldest.refresh_token))).toBe('400 invalid_grant')
  expect(await lives(latest.access_token)).toMatch(/^401 /)
  expect(problemOf(await refresh(app, latest.refresh_token))).toBe('400 invalid_grant')
})

test('another app cannot end anything with a used code', async () => {
  const { register, reader, codeFor, redeem, lives } = await start()
  const [app, other] = [await register(), await register()]
  const code = await codeFor(reader, app)
  const { access_token } = tokensIn(await redeem(app, code))
  expect(problemOf(await redeem(other, code))).toBe('400 invalid_grant')
  expect(await lives(access_token)).toBe('200')
})
