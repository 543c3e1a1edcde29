import { maxTemplateLengthBytes, TemplateFieldsObject } from '@posthorn/contract'
import { maxTemplateBytes, templateFields } from '@posthorn/formats'
import { keptSamples } from '@posthorn/queue'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startHistory } from './start-history.js'

type Json = Record<string, unknown>

const check = { state: 'down', check: { name: 'api' } }
const payload = JSON.stringify(check)
const template = { text: '{{check.name}} is **{{state}}**' }

test('the fields and limits of the contract are those of the engine', () => {
  expect(Object.keys(TemplateFieldsObject.shape)).toEqual([...templateFields])
  expect(maxTemplateLengthBytes).toBe(maxTemplateBytes)
})

test('a template is saved in versions, shown with its hook, and removed', async () => {
  const { ask, get, db } = await startHistory()
  expect((await get('/template')).json()).toEqual({ template: null, lost_fields: [] })
  const { template: saved } = (await ask('/template', { template })).json()
  const rest = { thread_key: '', update_key: '', close: '', channel: '', only_if: '', color: '' }
  const { userId } = await db.hook.findFirstOrThrow()
  expect(saved).toEqual({ ...template, ...rest, version: 1, create_at: expect.any(Number), made_by: userId })
  expect((await get('/get')).json().template_version).toBe(1)
  expect((await ask('/template', { template: null })).json()).toEqual({ template: null, lost_fields: [] })
  expect((await get('/get')).json().template_version).toBe(0)
  expect((await ask('/template', { template })).json().template.version).toBe(2)
  const [entry] = await db.auditEntry.findMany({
    where: { action: 'saveHookTemplate' },
    orderBy: { id: 'desc' },
  })
  expect([entry?.before, entry?.after]).toEqual([{ template_version: 0 }, { template_version: 2 }])
})

test('the next call uses a template that was just saved, and none that was removed', async () => {
  const { ask, world } = await startHistory()
  expect((await world.send(check)).status).toBe(400)
  for (let version = 1; version <= 8; version++) {
    expect((await ask('/template', { template: { text: `v${version} {{state}}` } })).statusCode).toBe(200)
    expect((await world.send(check)).status).toBe(200)
  }
  await ask('/template', { template: null })
  expect((await world.send(check)).status).toBe(400)
  const versions = Array.from({ length: 8 }, (_, index) => `v${index + 1} down`)
  await eventually(async () => expect(await world.messages()).toEqual(versions))
})

test('a wrong template is refused with its line and column', async () => {
  const { ask } = await startHistory()
  const wrong = (await ask('/template', { template: { text: 'a\n{{#if x}}' } })).json()
  expect(wrong).toMatchObject({ id: 'model.incoming_hook.template.app_error', status_code: 400 })
  expect(wrong.detailed_error).toMatch(/^text, line 2, column 6: /)
  const long = (await ask('/template', { template: { text: 'x'.repeat(16 * 1024 + 1) } })).json()
  expect(long.id).toBe('model.incoming_hook.template_length.app_error')
})

/** Starts a hook. Returns previews of the JSON with a template that is not saved. */
async function startPreviewing() {
  const { ask } = await startHistory()
  return async (more: Json) => (await ask('/preview', { payload, template: { ...template, ...more } })).json()
}

test('a preview tries a template before it is saved, with its keys', async () => {
  const preview = await startPreviewing()
  const keys = { thread_key: 't {{state}}', update_key: '{{check.name}}', close: 'state == "down"' }
  expect(await preview(keys)).toMatchObject({
    outcome: 'posted',
    posts: [{ message: 'api is **down**' }],
    keys: { thread_key: 't down', update_key: 'api', close: true },
    fault: null,
  })
  expect(await preview({ only_if: 'state == "up"' })).toMatchObject({ outcome: 'skipped' })
})

test('a large template counts as several calls of its preview, like a large payload', async () => {
  const { ask } = await startHistory({ apiRate: { points: 100, seconds: 3600 } })
  const left = async (text: string) =>
    Number((await ask('/preview', { payload, template: { text } })).headers['x-ratelimit-remaining'])
  const usedBy = async (text: string) => {
    const before = await left('x')
    await left(text)
    return before - 1 - (await left('x'))
  }
  expect([await usedBy('x'), await usedBy('x'.repeat(12_000))]).toEqual([1, 6])
})

test('a preview says where a template is wrong', async () => {
  const preview = await startPreviewing()
  expect(await preview({ close: 'state = "x"' })).toMatchObject({
    outcome: 'rejected',
    status: 422,
    reason: 'web.incoming_webhook.template.app_error',
    fault: { kind: 'syntax', field: 'close', line: 1, column: 7 },
    posts: [],
  })
  expect(await preview({ text: '{{absent}}' })).toMatchObject({ outcome: 'rejected', fault: null })
})

test("previews, sends and edited replays use the hook's template, and the history shows its version", async () => {
  const { ask, get } = await startHistory()
  await ask('/template', { template })
  expect((await ask('/preview', { payload })).json().posts[0].message).toBe('api is **down**')
  expect((await ask('/preview', { payload, format: 'slack' })).json()).toMatchObject({ outcome: 'refused' })
  const { delivery, outcome } = (await ask('/send', { payload })).json()
  expect(outcome).toBe('posted')
  const stored = (await get(`/deliveries/${delivery}`)).json()
  expect(stored).toMatchObject({ payload, format: 'template', template_version: 1, event: '' })
  const edited = payload.replace('down', 'slow')
  const replay = (await ask(`/deliveries/${delivery}/replay`, { payload: edited })).json()
  await eventually(async () => {
    const again = (await get(`/deliveries/${replay.delivery}`)).json()
    expect(again.posts?.[0]?.message).toBe('api is **slow**')
  })
})

/** Starts a hook that rejected a delivery, because its template made no text of it. */
async function startFailing() {
  const api = await startHistory()
  await api.ask('/template', { template: { text: '{{absent}}' } })
  await eventually(async () => expect((await api.world.send(check)).status).toBe(200))
  await eventually(async () => expect(await api.db.delivery.count()).toBe(1))
  return { ...api, shown: async (id: string) => (await api.get(`/deliveries/${id}`)).json() }
}

test('what a template could not render is replayed with the corrected one, alone and together', async () => {
  const { ask, shown, settle, replayOne, replayAll, world } = await startFailing()
  const [id = ''] = await settle({ ...check, state: 'slow' })
  const message = expect.stringContaining('text is empty')
  expect(await shown(id)).toMatchObject({ outcome: 'rejected', template_version: 1, message })
  await ask('/template', { template })
  const { delivery } = await replayOne(id)
  const again = { outcome: 'posted', template_version: 2 }
  await eventually(async () => expect(await shown(delivery)).toMatchObject(again))
  await replayAll()
  await eventually(async () => expect(await world.messages()).toEqual(['api is **slow**', 'api is **down**']))
})

/** Starts a hook that refused a call without a text. */
async function startRefused() {
  const api = await startHistory()
  const send = async (body: unknown) => (await api.world.send(body)).status
  expect(await send(check)).toBe(400)
  const samples = async () => (await api.get('/refused/samples')).json().samples as Json[]
  await eventually(async () => expect(await samples()).toHaveLength(1))
  return { ...api, send, samples }
}

test('the JSON of a refused call is stored, and sent once after there is a template', async () => {
  const { ask, samples, world, redis, prefix, hook } = await startRefused()
  const [sample] = await samples()
  expect(sample).toEqual({ at: expect.any(Number), request_id: expect.any(String), payload })
  const { request_id } = sample ?? {}
  expect((await ask('/refused/send', { request_id })).json().id).toBe('api.hook.payload.app_error')
  expect(await samples()).toEqual([sample])
  expect(await redis.ttl(`${prefix}:refused:${hook.id}:samples`)).toBeGreaterThan(80_000)
  await ask('/template', { template })
  const answers = await Promise.all([1, 2].map(() => ask('/refused/send', { request_id })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
  expect(await world.messages()).toEqual(['api is **down**'])
  expect(await samples()).toEqual([])
})

test('at most five bodies of at most 64 KiB are stored, only if they are JSON without a text', async () => {
  const { send, samples } = await startRefused()
  expect(await send({ state: 'x'.repeat(64 * 1024) })).toBe(400)
  expect(await send({ text: 5 })).toBe(400)
  for (let state = 1; state <= keptSamples + 1; state++) {
    expect(await send({ ...check, state })).toBe(400)
    await eventually(async () => expect((await samples())[0]?.payload).toContain(`"state":${state}`))
  }
  expect(await samples()).toHaveLength(keptSamples)
})

test("only a hook's creator changes the channel of its template", async () => {
  const { path, callers } = await startHistory()
  const { admin, boss } = await callers('admin', 'boss')
  const save = (by: typeof boss, more: Json) =>
    by.statusAndId(`${path}/template`, { template: { ...template, ...more } })
  expect(await save(boss, {})).toBe('200')
  expect(await save(boss, { channel: 'builds' })).toBe('403 api.webhook.template.channel.app_error')
  expect(await save(admin, { channel: 'builds' })).toBe('200')
  expect(await save(boss, { channel: 'builds', text: 'other' })).toBe('200')
  expect(await save(boss, { channel: '' })).toBe('200')
})
