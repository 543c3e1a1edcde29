import { readFileSync } from 'node:fs'
import { openProducer } from '@posthorn/queue'
import { makeIds, newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld, type World } from '../support/world.js'

type Alert = { name: string; status?: 'firing' | 'resolved'; severity?: string }

const path = 'packages/formats/src/adapters/alertmanager/fixtures/firing.json'
const { body: example } = JSON.parse(readFileSync(path, 'utf8')) as { body: Record<string, unknown> }

/** A group of Alertmanager with these alerts. */
function group(...alerts: Alert[]) {
  return {
    ...example,
    status: alerts.some(({ status }) => status !== 'resolved') ? 'firing' : 'resolved',
    commonLabels: {},
    commonAnnotations: {},
    truncatedAlerts: 0,
    alerts: alerts.map(({ name, status = 'firing', severity = 'warning' }) => ({
      status,
      labels: { alertname: name, severity },
      annotations: { summary: `about ${name}` },
      fingerprint: `of ${name}`,
    })),
  }
}

async function sendGroup({ hookUrl }: World, body: object, query = ''): Promise<void> {
  const response = await fetch(`${hookUrl}/alertmanager?wait=true${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

/** The names of the alerts in each post, and whether it is a reply. */
async function shown(world: World): Promise<[string, boolean][]> {
  const posts = await world.posts()
  return posts.map(({ message, rootId }) => [
    [...new Set(message.match(/\b(disk|memory|network)\b/g))].toSorted().join(' '),
    rootId !== '',
  ])
}

test('an alert that joins, fires again or gets worse is also a reply, and counts as unread', async () => {
  const world = await startWorld()
  const unread = async () => Number((await world.channelNamed('town-square')).totalMsgCount)
  const before = await unread()
  const counts: number[] = []
  for (const each of [
    group({ name: 'disk' }),
    group({ name: 'disk' }, { name: 'memory' }),
    group({ name: 'disk' }, { name: 'memory', status: 'resolved' }),
    group({ name: 'disk' }, { name: 'memory' }),
    group({ name: 'disk', severity: 'critical' }, { name: 'memory' }),
    group({ name: 'disk' }, { name: 'memory' }),
    group({ name: 'disk', status: 'resolved' }, { name: 'memory', status: 'resolved' }),
  ]) {
    await sendGroup(world, each)
    counts.push((await unread()) - before)
  }
  expect(counts).toEqual([1, 2, 2, 3, 4, 4, 4])
  expect(await world.outcomes()).toEqual(['posted', ...Array.from({ length: 6 }, () => 'updated')])
  expect(await shown(world)).toEqual([
    ['disk memory', false],
    ['disk memory', true],
    ['disk memory', true],
    ['disk memory', true],
  ])
})

test('a new post in the channel is news for owners who want that', async () => {
  const world = await startWorld()
  await sendGroup(world, group({ name: 'disk' }), '&news=post')
  await sendGroup(world, group({ name: 'disk' }, { name: 'memory' }), '&news=post')
  await sendGroup(world, group({ name: 'memory', status: 'resolved' }), '&news=post')
  expect(await shown(world)).toEqual([
    ['memory', false],
    ['disk memory', false],
  ])
})

test('a replay and a repeated batch of news make no noise', async () => {
  const world = await startWorld()
  await sendGroup(world, group({ name: 'disk' }))
  await sendGroup(world, group({ name: 'disk' }, { name: 'memory' }))
  const { id, hookId, payload, format } = await world.db.delivery.findFirstOrThrow({
    orderBy: { id: 'desc' },
  })
  const producer = await openProducer(world.redis, { prefix: world.prefix })
  const again = { hookId, requestId: newId(), payload, format: JSON.parse(format ?? '') }
  const replay = makeIds()()
  await producer.enqueue({ ...again, id })
  await producer.enqueue({ ...again, id: replay, replayOf: id })
  await eventually(async () => expect(await world.outcomes()).toEqual(['posted', 'updated', 'updated']))
  await world.allWorked()
  expect(await shown(world)).toEqual([
    ['disk memory', false],
    ['disk memory', true],
  ])
  await producer.close()
})

test('news mentions a person once, like any reply', async () => {
  const world = await startWorld()
  await world.db.user.updateMany({
    where: { username: 'reader' },
    data: { notifyProps: { mention_keys: 'disk,memory' } },
  })
  const counts: number[] = []
  for (const each of [
    group({ name: 'network' }),
    group({ name: 'network' }, { name: 'memory' }),
    group({ name: 'network' }, { name: 'memory' }),
    group({ name: 'network' }, { name: 'memory' }, { name: 'disk' }),
    group({ name: 'network' }),
  ]) {
    await sendGroup(world, each)
    const member = await world.db.channelMember.findFirstOrThrow({
      where: { user: { username: 'reader' }, channelId: (await world.channelNamed('town-square')).id },
    })
    counts.push(Number(member.mentionCount))
  }
  expect(counts).toEqual([0, 1, 1, 2, 2])
})
