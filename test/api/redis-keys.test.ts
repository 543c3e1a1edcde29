import type { AddressInfo } from 'node:net'
import { openProcessReport } from '@posthorn/queue'
import { expect, onTestFinished, test } from 'vitest'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { fileOptions } from '../support/file-options.js'
import { documentedKeys, documentedLimits, kindOf } from '../support/redis-keys.js'
import { calling } from '../support/slack.js'
import { openListener, withToken } from './listener.js'
import { startApi, team } from './start-api.js'

const rate = { points: 100_000, seconds: 60 }
const kinds = documentedKeys()

/** Starts every kind of process on one Redis. */
async function start() {
  const files = { ...(await fileOptions({})), everyMs: 50 }
  const options = { files, workerLater: false, confirm: true, apiRate: rate, hookRate: rate }
  const api = await startApi(undefined, options)
  const { redis, prefix } = api
  const report = openProcessReport(redis, { name: 'ingress', version: 'test' }, { prefix, everyMs: 100 })
  onTestFinished(report.close)
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const { url, hookUrl } = await api.anotherIngress({ figures: report.figures })
  return {
    ...api,
    url,
    hookUrl,
    apiUrl: `http://127.0.0.1:${port}`,
    ...(await api.callers('boss', 'heir', 'admin')),
  }
}

type Scene = Awaited<ReturnType<typeof start>>

/** Sends what hooks, strangers and Slack's clients send. */
async function callHooks({ url, apiUrl, hookUrl }: Scene): Promise<void> {
  const send = (body: object, headers = {}) =>
    fetch(hookUrl, { method: 'POST', body: JSON.stringify(body), headers })
  await send({ text: 'one' }, { 'idempotency-key': 'one' })
  await send({ text: 'x', channel: 'nowhere' })
  await send({ text: 'long '.repeat(12_000) })
  await send({ state: 'for a template' })
  for (let count = 0; count < 61; count++)
    await fetch(`${url}/hooks/${'n'.repeat(26)}`, { method: 'POST', body: '{}' })
  await calling({ url: apiUrl })('files.getUploadURLExternal', { filename: 'a.txt', length: 1 })
}

/** Makes the calls of people that Redis counts or stores. */
async function callApi({ post, tokenOf, boss, heir, admin, db, teamId, listen }: Scene): Promise<void> {
  await post('/users/login', JSON.stringify({ name: team, login_id: 'nobody', password: `not ${password}` }))
  await openListener((await listen()).url, withToken(await tokenOf('reader')))
  const hook = await db.hook.findFirstOrThrow()
  const hooks = `/teams/${teamId}/hooks/incoming`
  const { id } = await db.delivery.findFirstOrThrow({ where: { hookId: hook.id, outcome: 'rejected' } })
  await admin.postJson(`${hooks}/${hook.id}/deliveries/${id}/replay`, { again: true })
  await admin.postJson(`${hooks}/${hook.id}/deliveries/replay`, { outcome: 'any' })
  await admin.get(`${hooks}/${hook.id}/export`)
  await admin.post(`${hooks}/${hook.id}/deliveries/erase`, { posts: false, hook: hook.id })
  await boss.post('/users/update', { id: boss.id, email: 'other@localhost' })
  await boss.post(`${hooks}/transfer`, { id: hook.id, user_id: heir.id })
}

test('every key in Redis is in docs/operations.md, and expires when the document says', async () => {
  const scene = await start()
  const { redis, prefix } = scene
  const seen = new Map<string, number>()
  const look = async () => {
    for (const key of await redis.keys(`${prefix}:*`)) {
      const leftMs = await redis.pttl(key)
      if (leftMs !== -2) seen.set(key.slice(prefix.length + 1), leftMs)
    }
  }
  const unseen = (some = kinds) =>
    some.filter(kind => ![...seen.keys()].some(key => kindOf(kinds, key) === kind)).map(({ name }) => name)
  const untilSeen = (some?: typeof kinds) =>
    eventually(async () => {
      await look()
      expect(unseen(some)).toEqual([])
    })
  await callHooks(scene)
  await untilSeen(kinds.filter(({ name }) => name.startsWith('refused:'))) // before they are erased
  await callApi(scene)
  await untilSeen()
  expect([...seen.keys()].filter(key => !kindOf(kinds, key))).toEqual([])
  const limits = new Set([...seen.keys()].flatMap(key => /^limit:([\w-]+):/.exec(key)?.[1] ?? []))
  expect([...limits].toSorted()).toEqual(documentedLimits(kinds))
  for (const [key, leftMs] of seen) {
    const [, seconds = kindOf(kinds, key)?.keptSeconds] = /^limit:[\w-]+:(\d+):/.exec(key) ?? []
    if (seconds === undefined) continue
    expect([key, leftMs], 'a key that does not expire').not.toEqual([key, -1])
    expect(leftMs, key).toBeLessThanOrEqual((Number(seconds) + 1) * 1000)
  }
})
