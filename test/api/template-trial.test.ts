import { trialPageSize } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { startHistory } from './start-history.js'

type Json = Record<string, unknown>

const template = { text: '{{name}} is {{state}}', update_key: '{{name}}' }

/** Starts a hook with a template and some deliveries. */
async function startTried(payloads: Json[], saved: Json | null = template) {
  const api = await startHistory({ apiRate: { points: 500, seconds: 3600 } })
  if (saved) await api.ask('/template', { template: saved })
  const ids = await api.settle(...payloads)
  const trying = async (tried: Json, cursor = '') =>
    (await api.ask('/template/try', { template: tried, cursor })).json()
  return { ...api, ids, trying }
}

const up = { name: 'api', state: 'up' }
const down = { name: 'db', state: 'down', note: 'full' }

test('trying a template says which of the last deliveries would change, and into what', async () => {
  const { trying, ids, world } = await startTried([up, down, { name: 'x' }])
  const posted = await world.messages()
  const same = { tried: 3, changed: 0, failed: 0, differences: [] }
  expect(await trying(template)).toMatchObject(same)
  const changed = await trying({ ...template, text: '{{name}} is {{state}}{{#if note}}: {{note}}{{/if}}' })
  const side = { outcome: 'read', detail: '', update_key: 'db', close: false, color: '', channel: '' }
  expect(changed).toMatchObject({ tried: 3, changed: 1, failed: 0 })
  expect(changed.differences).toEqual([
    {
      delivery: ids[1],
      create_at: expect.any(Number),
      before: { ...side, thread_key: '', text: 'db is down' },
      after: { ...side, thread_key: '', text: 'db is down: full' },
    },
  ])
  const keyed = await trying({ ...template, update_key: 'k {{name}}', color: 'good' })
  expect(keyed.changed).toBe(3)
  expect(keyed.differences[0].after).toMatchObject({ update_key: 'k x', color: 'good', text: 'x is' })
  expect(await world.messages()).toEqual(posted)
})

test('trying a template says which deliveries would fail or be left out, and why', async () => {
  const { trying } = await startTried([up, down])
  const failing = await trying({ text: '{{note}}', only_if: '' })
  expect(failing).toMatchObject({ tried: 2, changed: 1, failed: 1 })
  expect(failing.differences[1]).toMatchObject({
    before: { outcome: 'read' },
    after: { outcome: 'failed', text: '' },
  })
  expect(failing.differences[1].after.detail).toContain('text is empty')
  const skipping = await trying({ ...template, only_if: 'state == "down"' })
  expect(skipping).toMatchObject({ changed: 1, failed: 0, differences: [{ after: { outcome: 'skipped' } }] })
  expect((await trying({ text: '{{#if' })).id).toBe('model.incoming_hook.template.app_error')
})

test('a first template is tried on payloads, and not on edits or the JSON of other adapters', async () => {
  const { trying, world, db } = await startTried([{ text: 'one' }], null)
  await fetch(`${world.hookUrl}/discord?wait=true`, { method: 'POST', body: '{"content":"two"}' })
  const [post] = await world.posts()
  await fetch(`${world.hookUrl}/posts/${post?.id}?wait=true`, { method: 'PATCH', body: '{"text":"three"}' })
  expect(await db.delivery.count()).toBe(3)
  expect(await trying({ text: 'T {{text}}' })).toMatchObject({
    tried: 1,
    changed: 1,
    differences: [{ before: { text: 'one' }, after: { text: 'T one' } }],
  })
})

test('a side shows the texts of attachments, with their fields', async () => {
  const fields = [{ title: 'Host', value: 'db-1' }]
  const attachment = { author_name: 'Ana', title: 'Disk', text: 'full', fields, footer: 'Nagios' }
  const { trying } = await startTried([{ text: 'one', attachments: [attachment] }], null)
  const { differences } = await trying({ text: '{{text}}' })
  expect(differences[0].before.text).toBe('one\nAna\nDisk\nfull\nHost: db-1\nNagios')
})

test('deliveries are tried in pages, which count as several calls', async () => {
  const payloads = Array.from({ length: trialPageSize + 5 }, (_, number) => ({ ...up, number }))
  const { trying, ask } = await startTried(payloads)
  const tried = { ...template, text: '{{number}}' }
  const first = await trying(tried)
  expect(first).toMatchObject({ tried: trialPageSize, changed: trialPageSize })
  expect(first.differences[0].after.text).toBe(String(trialPageSize + 4))
  const second = await trying(tried, first.next)
  expect(second).toMatchObject({ tried: 5, changed: 5 })
  expect(second.differences.at(-1).after.text).toBe('0')
  expect(await trying(tried, second.next)).toMatchObject({ tried: 0, next: '' })
  const left = async (cursor: string) =>
    Number((await ask('/template/try', { template: tried, cursor })).headers['x-ratelimit-remaining'])
  const before = await left(second.next)
  await left('')
  expect(before - 1 - (await left(second.next))).toBe(trialPageSize / 10)
})

test('trying stops early instead of working for seconds, and goes on from there', async () => {
  const { trying } = await startTried(Array.from({ length: 3 }, () => ({ list: Array(2000).fill(1) })))
  let [cursor, tried] = ['', 0]
  do {
    const page = await trying({ text: '{{#each list}}{{.}}{{/each}}' }, cursor)
    tried += page.tried
    cursor = page.next
  } while (cursor !== '')
  expect(tried).toBe(3)
})
