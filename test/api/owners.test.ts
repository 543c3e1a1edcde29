import { findHooksByKey, findOwner } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startApps } from './start-apps.js'

/** Starts an API with a hook that the bot of one of `maker`'s apps created. */
async function startWithBotsHook() {
  const api = await startApps()
  const app = await api.register()
  const first = await api.db.hook.findFirstOrThrow()
  const hook = { ...first, id: newId(), userId: app.bot_user_id }
  await api.db.hook.create({ data: hook })
  await api.db.hookKey.updateMany({ where: { hookId: first.id }, data: { hookId: hook.id } })
  return { ...api, app, hook }
}

test("a bot's hooks and deliveries count for the owner of its app, whoever that is", async () => {
  const { db, app, hook, maker, admin, hookUrl, redis, prefix } = await startWithBotsHook()
  const { digest } = await db.hookKey.findFirstOrThrow({ where: { hookId: hook.id } })
  const found = async () =>
    (await findHooksByKey(db, [Buffer.from(digest).toString('hex')])).values().next().value
  /** Sends a delivery, and returns the owner that waits with it. */
  const sentFor = async () => {
    await fetch(hookUrl, { method: 'POST', body: '{"text":"x"}' })
    const [batch = ''] = await redis.lrange(`${prefix}:deliveries:wait`, 0, 0)
    const { names, owners } = JSON.parse((await redis.hget(`${prefix}:deliveries:${batch}`, 'data')) ?? '')
    return names[owners[names.indexOf(hook.id)]]
  }
  expect([(await found())?.hook.ownerId, await findOwner(db, hook.id), await sentFor()]).toEqual(
    Array(3).fill(maker.id),
  )
  expect(await findOwner(db, app.bot_user_id)).toBe(maker.id)
  expect(await findOwner(db, maker.id)).toBe(maker.id)

  await admin.client.takeOverApp({ params: { client: app.id } })
  expect([(await found())?.hook.ownerId, await findOwner(db, hook.id)]).toEqual([admin.id, admin.id])
  await eventually(async () => expect(await sentFor()).toBe(admin.id))
})
