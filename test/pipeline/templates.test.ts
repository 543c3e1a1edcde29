import { keptTemplateVersions, saveHookTemplate, systemUserId } from '@posthorn/db'
import type { TemplateFields } from '@posthorn/formats'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld, type World, type WorldOptions } from '../support/world.js'

const none = { thread_key: '', update_key: '', close: '', channel: '', only_if: '', color: '' }
const check = { state: 'down', check: { name: 'api *1*', url: 'https://example.com/1' } }
const text = '{{check.name | link check.url}} is {{state}}'

/** Starts a world whose hook has a template. `save` stores another version. */
async function startTemplated(fields: Partial<TemplateFields>, options: WorldOptions = {}) {
  const world = await startWorld(options)
  const hook = await world.db.hook.findFirstOrThrow()
  const by = { madeBy: hook.userId, nowMs: Date.now() }
  const save = (next: Partial<TemplateFields>) =>
    saveHookTemplate(world.db, hook.id, { text, ...none, ...next }, by)
  await save(fields)
  return { world, hook, save, remove: () => saveHookTemplate(world.db, hook.id, undefined, by) }
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  const response = await fetch(url, init)
  return { status: response.status, text: await response.text() }
}

const settled = (world: World, ...outcomes: string[]) =>
  eventually(async () => expect(await world.outcomes()).toEqual(outcomes))

test('a template makes a post of any JSON, updates it by its key and closes it', async () => {
  const { world } = await startTemplated({ update_key: '{{check.name}}', close: 'state == "up"' })
  const url = `${world.hookUrl}?wait=true`
  for (const state of ['down', 'up', 'down']) expect((await post(url, { ...check, state })).status).toBe(200)
  expect(await world.outcomes()).toEqual(['posted', 'updated', 'posted'])
  const link = '[api \\*1\\*](https://example.com/1)'
  expect(await world.messages()).toEqual([`${link} is up`, `${link} is down`])
  const { payload, format } = await world.db.delivery.findFirstOrThrow({ orderBy: { id: 'asc' } })
  expect(JSON.parse(payload)).toEqual(check)
  expect(format).toBe(JSON.stringify({ name: 'template', headers: {}, query: 'version=1' }))
})

test('a template reads payloads, too, unless the URL ends in slack or names an adapter, or it edits a post', async () => {
  const { world } = await startTemplated({ text: 'T {{text}}' })
  const send = async (rest: string, body: unknown) =>
    (await post(`${world.hookUrl}${rest}?wait=true`, body)).status
  expect(await send('', { text: '*a*' })).toBe(200)
  expect(await send('/slack', { text: '*b*' })).toBe(200)
  expect(await send('/discord', { content: 'c' })).toBe(200)
  expect(await world.messages()).toEqual(['T \\*a\\*', '*b*', 'c'])
  const [first] = await world.posts()
  const body = JSON.stringify({ text: '*d*' })
  await fetch(`${world.hookUrl}/posts/${first?.id}?wait=true`, { method: 'PATCH', body })
  expect((await world.messages())[0]).toBe('*d*')
  expect((await post(world.hookUrl, 1)).status).toBe(400)
})

test('a template reads lists, and numbers above 2^53 with all digits, also in keys', async () => {
  const { world } = await startTemplated({ text: '{{0.id}} of {{this | count}}', update_key: '{{0.id}}' })
  for (const id of ['12345678901234567890', '12345678901234567891']) {
    const { status } = await fetch(`${world.hookUrl}?wait=true`, {
      method: 'POST',
      body: `[{"id":${id}}, 1]`,
    })
    expect(status).toBe(200)
  }
  expect(await world.outcomes()).toEqual(['posted', 'posted'])
  expect(await world.messages()).toEqual(['12345678901234567890 of 2', '12345678901234567891 of 2'])
})

test('a template gives its post a colour', async () => {
  const { world } = await startTemplated({
    text: '**{{state}}**',
    color: '{{state | map "down:danger" "*:x"}}',
  })
  for (const state of ['down', 'up'])
    expect((await post(`${world.hookUrl}?wait=true`, { state })).status).toBe(200)
  const [red, plain] = await world.posts()
  expect(red).toMatchObject({ message: '', props: { attachments: [{ color: 'danger', text: '**down**' }] } })
  expect(plain).toMatchObject({ message: '**up**' })
})

test('keys in the URL win over those of the template', async () => {
  const { world } = await startTemplated({ thread_key: 'mine' })
  const threads = [`?thread_key=a&wait=true`, `?thread_key=b&wait=true`, `?thread_key=a&wait=true`]
  for (const query of threads) expect((await post(world.hookUrl + query, check)).status).toBe(200)
  expect(await world.outcomes()).toEqual(['posted', 'posted', 'replied'])
})

test('a delivery that only_if leaves out is skipped, with ok', async () => {
  const { world } = await startTemplated({ only_if: 'state == "up"' })
  expect(await post(world.hookUrl, check)).toEqual({ status: 200, text: 'ok' })
  await settled(world, 'skipped')
  expect((await world.db.delivery.findFirstOrThrow()).detail).toContain('only if')
})

test('a template that fails rejects the delivery, names the line and column, and notifies the owner', async () => {
  const { world } = await startTemplated({ text: 'x\n{{#each list}}{{#each ../list}}{{/each}}{{/each}}' })
  const list = Array.from({ length: 200 }, () => 1)
  expect(await post(world.hookUrl, { list })).toEqual({ status: 200, text: 'ok' })
  await settled(world, 'rejected: template_failed')
  const { detail, teamId } = await world.db.delivery.findFirstOrThrow()
  expect(detail).toMatch(/^text, line 2, column \d+: .*10000 steps/)
  expect(teamId).not.toBe('')
  const { status } = await post(`${world.hookUrl}?wait=true`, { list })
  expect(status).toBe(422)
  const notices = () => world.db.post.findMany({ where: { userId: systemUserId } })
  await eventually(async () => expect((await notices())[0]?.message).toContain('10000 steps'))
})

test('a waiting delivery keeps the version that it came for', async () => {
  const { world, save, remove } = await startTemplated({ text: 'one {{state}}' }, { workerLater: true })
  await post(world.hookUrl, check)
  await save({ text: 'two {{state}}' })
  await eventually(async () => {
    await post(world.hookUrl, check)
    const stored = await world.redis.keys(`${world.prefix}:deliveries:*`)
    expect(stored.length).toBeGreaterThan(0)
    expect(await world.stored()).toBeGreaterThan(1)
  })
  await remove()
  await world.work()
  await world.allWorked()
  expect((await world.messages())[0]).toBe('one down')
  expect(await world.outcomes()).not.toContain('rejected: template_failed')
})

test('only the newest versions are stored, and numbers are never used again', async () => {
  const { world, hook, save, remove } = await startTemplated({}, { workerLater: true })
  await post(world.hookUrl, check)
  for (let version = 2; version <= keptTemplateVersions + 1; version++) await save({ text: `v${version}` })
  await remove()
  await save({ text: 'last' })
  const versions = await world.db.hookTemplate.findMany({ orderBy: { version: 'asc' } })
  expect(versions.map(({ version }) => version)).toEqual(
    Array.from({ length: keptTemplateVersions }, (_, at) => at + 3),
  )
  expect((await world.db.hook.findUniqueOrThrow({ where: { id: hook.id } })).templateVersion).toBe(
    keptTemplateVersions + 2,
  )
  await world.work()
  await settled(world, 'rejected: template_failed')
  expect((await world.db.delivery.findFirstOrThrow()).detail).toContain('not stored any more')
})
