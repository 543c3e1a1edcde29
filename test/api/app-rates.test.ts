import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { flowOf } from './oauth/flow.js'
import { startApps } from './start-apps.js'

async function startSix() {
  const api = await startApps({ apiRate: { points: 40, seconds: 600 } })
  const { exchange, tokensFor } = flowOf(api)
  const tokens = []
  for (let number = 0; number < 6; number++) {
    const app = await api.register({ name: `App ${number}` })
    const answer = await exchange(app, { grant_type: 'client_credentials' })
    tokens.push(String(answer.json().access_token))
  }
  const admitted = async (token: string, calls: number) => {
    const caller = api.callerWith(token)
    const answers = await Promise.all(Array.from({ length: calls }, () => caller.get('/users/me')))
    return answers.filter(({ statusCode }) => statusCode === 200).length
  }
  return { ...api, tokensFor, tokens, admitted }
}

test('six apps of one member share one rate limit, and leave the member’s own limit alone', async () => {
  const { tokens, admitted, maker } = await startSix()
  let sum = 0
  for (const token of tokens) sum += await admitted(token, 10)
  expect(sum).toBe(40)
  expect((await maker.get('/users/me')).statusCode).toBe(200)
})

test('an app’s calls for its owner count with the owner’s bots, and its calls for others count as theirs', async () => {
  const { tokens, tokensFor, admitted, register, maker, reader } = await startSix()
  const app = await register()
  const own = (await tokensFor(maker, app)).access_token
  const others = (await tokensFor(reader, app)).access_token
  expect((await admitted(own, 30)) + (await admitted(String(tokens[0]), 30))).toBe(40)
  expect(await admitted(others, 5)).toBe(5)
})

test('the list of rate-limited callers names the owner of bots', async () => {
  const { tokens, admitted, admin, redis, prefix } = await startSix()
  await admitted(String(tokens[0]), 45)
  await eventually(async () => expect(await redis.keys(`${prefix}:limited:*`)).toHaveLength(1))
  const limited = JSON.stringify(await admin.getJson('/admin/limited'))
  expect(limited).toContain('maker')
})
