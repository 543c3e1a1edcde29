import { createHook, saveSettings } from '@posthorn/db'
import { freePort } from '@posthorn/standalone/services'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { mapWithLimit } from '../support/map-with-limit.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startProcess } from '../support/processes.js'
import { startWorkerProcess } from '../support/worker-process.js'
import { startWorld, type World } from '../support/world.js'

/** Starts an ingress as a process of its own. Returns its URL. */
async function startIngressProcess(env: NodeJS.ProcessEnv): Promise<string> {
  const port = await freePort()
  await startProcess('ingress', {
    ...env,
    PORT: String(port),
    OPS_PORT: String(await freePort()),
    HOOK_RATE: 'off',
  })
  return `http://127.0.0.1:${port}`
}

/** The text of the delivery that was accepted last. */
async function lastAccepted({ db }: World): Promise<string> {
  const { payload } = await db.delivery.findFirstOrThrow({ orderBy: { id: 'desc' } })
  return (JSON.parse(payload) as { text: string }).text
}

test('a hundred updates over two ingresses and two workers that are killed leave the last in one post', async () => {
  const { redis } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn' })
  const env = { DATABASE_URL: world.databaseUrl, REDIS_URL: redis.url }
  const urls = await Promise.all([startIngressProcess(env), startIngressProcess(env)])
  const path = new URL(world.hookUrl).pathname
  const updates = Array.from({ length: 100 }, (_, index) => index)
  const send = async (index: number, ingress: number) => {
    const headers = { 'idempotency-key': `update ${index}` }
    const answer = await sendTo(
      `${urls[ingress]}${path}`,
      { text: `state ${index}`, update_key: 'k' },
      headers,
    )
    expect(answer.status).toBe(200)
  }
  const workers = [await startWorkerProcess(env), await startWorkerProcess(env)]
  const sending = mapWithLimit(10, updates, async index => {
    await send(index, index % 2)
    await send(index, 1 - (index % 2)) // repeats its key at the other ingress
    if (index % 25 !== 20) return
    process.kill(workers.shift()?.pid ?? 0, 'SIGKILL')
    workers.push(await startWorkerProcess(env))
  })
  await sending
  await eventually(async () => expect(await world.db.delivery.count()).toBe(100))
  await world.allWorked()
  expect(await world.messages()).toEqual([await lastAccepted(world)])
  const outcomes = await world.outcomes()
  expect(outcomes.filter(outcome => outcome === 'posted')).toHaveLength(1)
  expect(new Set(outcomes)).not.toContain('rejected')
}, 300_000)

test('a key keeps its order across both lanes', async () => {
  const world = await startWorld({ workerLater: true })
  const large = (text: string) => ({ text: `${text} ${'y'.repeat(60_000)}`, update_key: 'k' })
  for (const payload of [
    { text: 'small', update_key: 'k' },
    large('large'),
    { text: 'last', update_key: 'k' },
  ])
    await world.send(payload)
  for (const payload of [
    { text: 'small', update_key: 'b' },
    { ...large('last'), update_key: 'b' },
  ])
    await world.send(payload)
  await Promise.all([world.work(), world.work()])
  await eventually(async () => expect(await world.outcomes()).toHaveLength(5))
  const roots = (await world.posts()).filter(({ rootId }) => rootId === '')
  expect(roots.map(({ message }) => message.slice(0, 5))).toEqual(['last', 'last '])
  expect(await world.outcomes()).not.toContain('rejected')
})

test('updates, edits and deletions behind a long flood find their posts', async () => {
  const world = await startWorld({ workerLater: true })
  const flood = Array.from({ length: 300 }, (_, index) => index)
  await mapWithLimit(20, flood, index => world.send({ text: `${index} ${'z'.repeat(45_000)}` }))
  const ids: string[] = []
  for (const text of ['a', 'b'])
    ids.push((await world.send({ text: text.repeat(45_000) })).headers.get('x-delivery-id') ?? '')
  await world.send({ text: 'k'.repeat(45_000), update_key: 'k' })
  const [edited, deleted] = ids.map(id => `${world.hookUrl}/deliveries/${id}`)
  const changes = [
    fetch(`${edited}`, { method: 'PATCH', body: '{"text":"edited"}' }),
    fetch(`${deleted}`, { method: 'DELETE' }),
    world.send({ text: 'updated', update_key: 'k' }),
  ]
  await world.work()
  for (const { status } of await Promise.all(changes)) expect([200, 202]).toContain(status)
  await eventually(async () => expect(await world.outcomes()).toHaveLength(306))
  const shown = (await world.messages()).filter(text => /^([abk]|edited|updated)/.test(text))
  expect(shown.toSorted()).toEqual(['edited', 'updated'])
}, 300_000)

test('rejects updates in an archived channel, and in one that the creator may no longer read', async () => {
  const world = await startWorld()
  const live = async () =>
    (await world.db.post.findMany({ where: { originalId: '' } })).map(({ message }) => message)
  await world.send({ text: 'first', channel: 'builds', update_key: 'k' })
  await eventually(async () => expect(await live()).toEqual(['first']))
  await world.db.channel.updateMany({ where: { name: 'builds' }, data: { deleteAt: 1 } })
  await world.send({ text: 'archived', channel: 'builds', update_key: 'k' })
  await eventually(async () => expect(await world.outcomes()).toHaveLength(2))
  await world.db.channel.updateMany({ where: { name: 'builds' }, data: { deleteAt: 0, type: 'P' } })
  await world.db.channelMember.deleteMany({})
  await world.db.user.updateMany({ data: { roles: 'system_user' } })
  await world.send({ text: 'not allowed', channel: 'builds', update_key: 'k' })
  await eventually(async () => expect(await world.outcomes()).toHaveLength(3))
  expect((await world.outcomes()).slice(1)).toEqual([
    expect.stringContaining('rejected'),
    expect.stringContaining('rejected'),
  ])
  expect((await live()).filter(text => /^(first|archived|not allowed)/.test(text))).toEqual(['first'])
})

test("a hook's key never names a post of another hook", async () => {
  const world = await startWorld()
  const { userId, teamId, channelId } = await world.db.hook.findFirstOrThrow()
  const texts = { displayName: '', description: '' }
  const row = {
    id: 'o'.repeat(26),
    createAt: 1,
    userId,
    teamId,
    channelId,
    ...texts,
    confirm: false,
    locked: false,
    format: '',
  }
  await createHook(world.db, row, 'k'.repeat(26))
  await world.send({ text: 'mine', update_key: 'k' })
  await sendTo(`${world.url}/hooks/${'k'.repeat(26)}`, { text: 'theirs', update_key: 'k' })
  await eventually(async () => expect((await world.messages()).toSorted()).toEqual(['mine', 'theirs']))
})

test('forgets the oldest key beyond the limit and reports it, and expired keys', async () => {
  const world = await startWorld({ workerLater: true })
  await saveSettings(world.db, { MaxKeysPerHook: 2, KeyDays: 1 })
  await world.work()
  const send = async (update_key: string) => {
    const answer = await sendTo(`${world.hookUrl}?wait=true`, { text: update_key, update_key })
    return ((await answer.json()) as { updated?: boolean }).updated === true
  }
  for (const key of ['a', 'b', 'c']) await send(key)
  const { ignored } = await world.db.delivery.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(ignored).toEqual(['1 unused key (forgotten: the webhook has too many)'])
  expect([await send('c'), await send('a')]).toEqual([true, false])
  await world.db.deliveryKey.updateMany({ data: { usedAt: Date.now() - 2 * 86_400_000 } })
  expect(await send('c')).toBe(false)
})

test('an update notifies only people who were not mentioned before', async () => {
  const world = await startWorld()
  const counts = async () => {
    const members = await world.db.channelMember.findMany({
      where: { channel: { name: 'town-square' } },
      include: { user: true },
    })
    return Object.fromEntries(members.map(({ user, mentionCount }) => [user.username, Number(mentionCount)]))
  }
  const update = (text: string) => sendTo(`${world.hookUrl}?wait=true`, { text, update_key: 'k' })
  await update('for @reader')
  const first = await counts()
  await update('still for @reader')
  expect(await counts()).toEqual(first)
  await update('for @channel')
  const all = await counts()
  expect(all.reader).toBe(first.reader)
  await update('again for @channel and @reader')
  expect(await counts()).toEqual(all)
})
