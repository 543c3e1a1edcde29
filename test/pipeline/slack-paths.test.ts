import { findHook, replaceKey } from '@posthorn/db'
import { newSecret } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { keepSlackPath } from '../support/slack-path.js'
import { startWorld } from '../support/world.js'

const unknown = '/services/T0HARBOUR/B0BUILDS1/abcdefghijklmnopqrstuvwz'

async function start() {
  const world = await startWorld()
  return { ...world, path: await keepSlackPath(world.db) }
}

test('a hook imported from Slack answers at its old path, and reads only payloads there', async () => {
  const { url, path, messages, posts } = await start()
  const sent = await sendTo(url + path, { text: '*kept*', attachments: [{ text: 'the path' }] })
  expect([sent.status, await sent.text()]).toEqual([200, 'ok'])
  const form = new URLSearchParams({ payload: '{"text":"as a form"}' })
  expect((await fetch(url + path, { method: 'POST', body: form })).status).toBe(200)
  await eventually(async () => expect(await messages()).toEqual(['*kept*', 'as a form']))
  expect((await posts())[0]?.props).toMatchObject({ attachments: [{ text: 'the path' }] })
  const discord = await sendTo(url + path, { content: 'of another chat' })
  expect([discord.status, await discord.json()]).toMatchObject([
    400,
    { id: 'web.incoming_webhook.text.app_error' },
  ])
  const preflight = await fetch(url + path, { method: 'OPTIONS' })
  expect([preflight.status, preflight.headers.get('allow')]).toEqual([204, 'OPTIONS, POST'])
  expect((await fetch(url + path)).status).toBe(405)
})

test('unknown paths of Slack count against their address like unknown keys, and others are not looked up', async () => {
  const { url, path } = await start()
  const left = async (to: string) => {
    const { status, headers } = await sendTo(url + to, { text: 'x' })
    return [status, headers.get('x-ratelimit-remaining')]
  }
  expect(await left(unknown)).toEqual([400, '59'])
  expect(await left(`/hooks/${newSecret()}`)).toEqual([400, '58'])
  for (const other of ['/services/T0HARBOUR/B0BUILDS1', `${path}/more`, path.toLowerCase(), '/services'])
    expect(await left(other)).toEqual([404, null])
  expect(await left(unknown)).toEqual([400, '57'])
})

test('regenerating the key ends the old path too, and says so', async () => {
  const { url, path, db } = await start()
  const { id } = await db.hook.findFirstOrThrow()
  expect((await sendTo(url + path, { text: 'x' })).status).toBe(200)
  await replaceKey(db, id, newSecret(), { by: '', nowMs: Date.now(), oldUntil: 0 })
  expect(await findHook(db, id)).toBeDefined()
  await eventually(async () => {
    const answer = await sendTo(url + path, { text: 'x' })
    expect([answer.status, await answer.json()]).toMatchObject([400, { detailed_error: /regenerated/ }])
  })
})
