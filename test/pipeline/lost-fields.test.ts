import { saveHookTemplate, systemUserId } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'

const none = { thread_key: '', update_key: '', close: '', channel: '', only_if: '', color: '' }
const full = { state: 'up', check: { name: 'api', url: 'https://example.com' } }
const lacking = { state: 'up', check: { name: 'api' } }
const dayMs = 86_400_000

/** Starts a hook with a template. `send` sends payloads one by one, each with its outcome. */
async function startTemplated(fields: Partial<typeof none> & { text: string }) {
  const world = await startWorld({ workerLater: true })
  let later = 0
  await world.work({ nowMs: () => Date.now() + later })
  const hook = await world.db.hook.findFirstOrThrow()
  const save = () =>
    saveHookTemplate(world.db, hook.id, { ...none, ...fields }, { madeBy: hook.userId, nowMs: Date.now() })
  await save()
  const send = async (...bodies: object[]) => {
    for (const body of bodies) {
      const init = { method: 'POST', body: JSON.stringify(body) }
      expect((await fetch(`${world.hookUrl}?wait=true`, init)).status).toBe(200)
    }
  }
  const notices = async () => {
    await eventually(async () => expect(await world.redis.llen(`${world.prefix}:deliveries:active`)).toBe(0))
    const posts = await world.db.post.findMany({ where: { userId: systemUserId }, orderBy: { id: 'asc' } })
    return posts.map(({ message }) => message)
  }
  const lost = () => world.db.lostField.findMany({ orderBy: { field: 'asc' } })
  return {
    world,
    send,
    notices,
    lost,
    save,
    wait: (ms: number) => {
      later += ms
    },
  }
}

const times = (count: number, body: object) => Array.from({ length: count }, () => body)

test('tells the owner once of a field that the template uses and the sender no longer sends', async () => {
  const { send, notices, lost } = await startTemplated({
    text: '{{state}} {{check.name}} {{check.url}} {{check.id}}',
  })
  await send(...times(6, full), ...times(4, lacking))
  const [notice, ...more] = await notices()
  expect(notice).toContain('no longer sends a field that its template uses: `check.url`')
  expect(more).toEqual([])
  expect(await lost()).toMatchObject([{ field: 'check.url' }])
})

test('says nothing of a field that only some events have, or of events of another kind', async () => {
  const { send, notices, lost } = await startTemplated({
    text: '{{state}} {{check.url}}',
    close: 'state == "x"',
  })
  await send(...times(3, full), lacking, ...times(6, full), lacking, { state: 'ping', other: 1 })
  expect(await notices()).toEqual([])
  expect(await lost()).toEqual([])
})

test('tells of a field that only_if needs, because its loss leaves out every event', async () => {
  const { send, notices } = await startTemplated({ text: 'x', only_if: 'state == "up"' })
  await send(...times(5, full), { check: full.check })
  expect(await notices()).toEqual([expect.stringContaining('`state`')])
})

test('saving a template forgets the lost fields', async () => {
  const { send, notices, lost, save, wait } = await startTemplated({ text: '{{state}} {{check.url}}' })
  await send(...times(5, full), lacking)
  expect(await notices()).toHaveLength(1)
  await save()
  expect(await lost()).toEqual([])
  wait(dayMs)
  await send(lacking)
  expect(await notices()).toHaveLength(1)
})
