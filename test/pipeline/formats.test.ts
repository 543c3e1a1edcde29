import { readFileSync } from 'node:fs'
import { hookFormats } from '@posthorn/contract'
import { adapters } from '@posthorn/formats'
import { openRefusedSamples } from '@posthorn/queue'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'

const fixture = (name: string) => {
  const path = `packages/formats/src/adapters/${name}.json`
  return JSON.parse(readFileSync(path, 'utf8')) as {
    headers: Record<string, string>
    body: Record<string, unknown>
  }
}
const firing = fixture('alertmanager/fixtures/firing')
const resolved = fixture('alertmanager/fixtures/resolved')

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

test("an alert in its sender's own JSON is one post that is updated and closed", async () => {
  const world = await startWorld()
  const url = `${world.hookUrl}/alertmanager?wait=true`
  for (const { body } of [firing, resolved, firing]) expect((await post(url, body)).status).toBe(200)
  expect(await world.outcomes()).toEqual(['posted', 'updated', 'posted'])
  expect((await world.messages()).map(text => text.slice(0, 2))).toEqual(['✅ ', '🔥'])
  const { payload, format, event } = await world.db.delivery.findFirstOrThrow({ orderBy: { id: 'asc' } })
  expect([JSON.parse(payload), format, event]).toEqual([
    firing.body,
    JSON.stringify({ name: 'alertmanager', headers: {}, query: '' }),
    'firing',
  ])
})

test('recognizes a sender where there would be no text, and nowhere else', async () => {
  const world = await startWorld()
  expect((await post(`${world.hookUrl}?wait=true`, firing.body)).status).toBe(200)
  expect((await post(`${world.hookUrl}?wait=true`, { ...firing.body, text: 'mine' })).status).toBe(200)
  expect((await post(world.hookUrl, { groupKey: 'x' })).status).toBe(400)
  expect((await post(`${world.hookUrl}/unknown`, firing.body)).status).toBe(404)
  expect((await post(`${world.hookUrl}/alertmanager`, [1])).status).toBe(400)
  expect(await world.messages()).toEqual([expect.stringContaining('Firing'), 'mine'])
})

test('any valid JSON posts at a hook’s URL for it', async () => {
  const world = await startWorld()
  const url = `${world.hookUrl}/json?wait=true`
  for (const body of [{ message: 'Disk full', host: 'db-1' }, ['one', 2], 'a text', 42, {}, [], null])
    expect([body, (await post(url, body)).status]).toEqual([body, 200])
  expect(await world.messages()).toEqual([
    'Disk full (host: db-1)',
    '- **0:** one\n- **1:** 2',
    'a text',
    '42',
  ])
})

test('CloudEvents post one by one, in batches, and from their headers', async () => {
  const world = await startWorld()
  const url = `${world.hookUrl}/cloudevents?wait=true`
  const event = { specversion: '1.0', id: '1', source: '/jobs', type: 'job.failed', data: 'No space left' }
  const headers = { 'ce-specversion': '1.0', 'ce-id': '2', 'ce-source': '/jobs', 'ce-type': 'job.ended' }
  expect((await post(url, event)).status).toBe(200)
  expect((await post(url, event)).status).toBe(200) // a repeated id is stored once
  expect((await post(url, { status: 'ok' }, headers)).status).toBe(200)
  expect((await post(url, [{ ...event, id: '3' }])).status).toBe(200)
  expect((await post(url, { hello: 1 })).status).toBe(400)
  expect(await world.messages()).toEqual([
    '**job.failed** from /jobs\nNo space left',
    '**job.ended** from /jobs\n(status: ok)',
    '**1 event:**',
  ])
})

test('events that the URL leaves out are skipped, with ok and a reason in the history', async () => {
  const world = await startWorld()
  const answer = await post(`${world.hookUrl}/alertmanager?exclude=firing`, firing.body)
  expect(answer).toEqual({ status: 200, text: 'ok' })
  await eventually(async () => expect(await world.outcomes()).toEqual(['skipped']))
  const [row] = await world.db.delivery.findMany()
  expect(row?.detail).toContain('exclude')
  expect(await world.messages()).toEqual([])
})

test("a hook's own format reads every payload, and the URL's wins", async () => {
  const world = await startWorld()
  await world.db.hook.updateMany({ data: { format: 'alertmanager' } })
  expect((await post(`${world.hookUrl}?wait=true`, { ...firing.body, text: 'not this' })).status).toBe(200)
  expect(await world.messages()).toEqual([expect.stringContaining('Firing')])
})

test("a sender's own name for a delivery makes its retries one post", async () => {
  const world = await startWorld()
  const { body } = fixture('stripe/fixtures/charge-failed')
  const url = `${world.hookUrl}/stripe?wait=true`
  for (const _ of [1, 2]) expect((await post(url, body)).status).toBe(200)
  const push = fixture('github/fixtures/push')
  const headers = { ...push.headers, 'x-github-delivery': 'a-b-c' }
  for (const _ of [1, 2]) expect((await post(world.hookUrl, push.body, headers)).status).toBe(200)
  await eventually(async () => expect(await world.messages()).toHaveLength(2))
})

test('reads variables that UptimeRobot sends in a form or in the URL', async () => {
  const world = await startWorld()
  const variables = { monitorFriendlyName: 'Shop', monitorID: '7', alertType: '1', alertDetails: 'HTTP 502' }
  const form = new URLSearchParams(variables)
  const url = `${world.hookUrl}/uptimerobot`
  expect((await fetch(`${url}?wait=true`, { method: 'POST', body: form })).status).toBe(200)
  form.set('alertType', '2')
  expect((await fetch(`${url}?wait=true&${form}`, { method: 'POST' })).status).toBe(200)
  expect(await world.outcomes()).toEqual(['posted', 'updated'])
  expect(await world.messages()).toEqual([expect.stringMatching(/Up.*Shop/)])
  expect((await fetch(`${url}?other=1`, { method: 'POST' })).status).toBe(400)
})

test('answers a ping with words, and posts that the sender is connected', async () => {
  const world = await startWorld()
  const { headers, body } = fixture('github/fixtures/ping')
  expect(await post(world.hookUrl, body, headers)).toEqual({
    status: 200,
    text: 'ok: the webhook is connected',
  })
  const connected = expect.stringContaining('GitHub is connected to [acme/shop]')
  await eventually(async () => expect(await world.messages()).toEqual([connected]))
})

test('posts that a sender is connected which tests with an empty body', async () => {
  const world = await startWorld()
  const refused = await post(`${world.hookUrl}/github`, undefined)
  expect(refused.status).toBe(400)
  expect((await post(`${world.hookUrl}/harbor?wait=true`, undefined)).status).toBe(200)
  expect(await world.messages()).toEqual([expect.stringContaining('Harbor is connected')])
})

test('refuses JSON of another sender, keeps it as a sample, and posts a payload', async () => {
  const world = await startWorld()
  await world.db.hook.updateMany({ data: { format: 'teams' } })
  const foreign = { groupKey: 'x', receiver: 'r', alerts: [{ status: 'firing' }] }
  const refused = await post(`${world.hookUrl}/discord`, foreign)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('/hooks/<key>/alertmanager')])
  expect((await post(world.hookUrl, foreign)).status).toBe(400)
  expect(
    (await post(`${world.hookUrl}?wait=true`, { text: 'mine', attachments: [{ text: 'more' }] })).status,
  ).toBe(200)
  expect((await post(`${world.hookUrl}/discord?wait=true`, { text: 'yours' })).status).toBe(200)
  expect(await world.messages()).toEqual(['mine', 'yours'])
  const { hookId } = await world.db.delivery.findFirstOrThrow()
  const { list } = openRefusedSamples(world.redis, world.prefix)
  await eventually(async () =>
    expect((await list(hookId))?.map(({ payload }) => JSON.parse(payload))).toEqual([foreign]),
  )
})

test('the console offers each adapter by its title', () => {
  const known = adapters.map(({ name, title }) => ({ name, title }))
  const byTitle = (one: { title: string }, other: { title: string }) => one.title.localeCompare(other.title)
  expect(hookFormats).toEqual(known.toSorted(byTitle))
})
