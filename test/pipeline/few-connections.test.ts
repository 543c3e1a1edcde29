import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { makeRole } from '../support/own-role.js'
import { type Role, startWithOps } from '../support/processes.js'
import { startWorld } from '../support/world.js'

const callsAtOnce = 20

/** Starts a process whose role in Postgres can open one connection, and which knows it. */
async function startWithOne(role: Role, where: { databaseUrl: string; redisUrl: string }) {
  const own = await makeRole(where.databaseUrl)
  await own.alter('CONNECTION LIMIT 1')
  const env = { DATABASE_URL: own.url, REDIS_URL: where.redisUrl, DATABASE_CONNECTIONS: '1', API_RATE: 'off' }
  const started = await startWithOps(role, env)
  await started.untilReady()
  return started
}

test('ingress, worker and api each work with the one connection that DATABASE_CONNECTIONS allows', async () => {
  const world = await startWorld({ workerLater: true, prefix: 'posthorn' })
  const roles = ['ingress', 'worker', 'api'] as const
  const [ingress, worker, api] = await Promise.all(roles.map(role => startWithOne(role, world)))
  if (!ingress || !worker || !api) throw new Error('three processes were started')
  const atOnce = (path: (call: number) => string, init?: RequestInit) =>
    Promise.all(Array.from({ length: callsAtOnce }, (_, call) => fetch(path(call), init)))
  const sent = { method: 'POST', body: '{"text":"one connection"}' }
  const unknown = await atOnce(call => `${ingress.url}/hooks/${String(call).padStart(26, 'a')}`, sent)
  expect(new Set(unknown.map(({ status }) => status))).toEqual(new Set([400]))
  await atOnce(() => `${ingress.url}/hooks/${firstHookKey}`, sent)
  await eventually(async () => expect(await world.messages()).toHaveLength(callsAtOnce))
  const headers = { authorization: `Bearer ${'a'.repeat(26)}` }
  const asked = await atOnce(() => `${api.url}/api/v3/users/me`, { headers })
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([401]))
  for (const { written } of [ingress, worker, api])
    expect(written()).not.toMatch(/53300|too many connections/)
})
