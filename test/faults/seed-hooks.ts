import { type Db, digest, firstRun, systemUserId } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { direct } from './payloads.js'

const more = ['alerts', 'deploys', 'tickets']

export type FaultsHook = { key: string; channel: string }

/** Creates a hook for each of six channels. Every other one waits for outcomes before it responds. */
export async function seedHooks(db: Db): Promise<FaultsHook[]> {
  const nowMs = Date.now()
  const passwordHashes = { admin: '-', user: '-' }
  const means = { nowMs, newId, hookKey: newSecret(), passwordHashes, hookConfirm: false }
  await firstRun(db, means, async () => {})
  const { teamId, userId } = await db.hook.findFirstOrThrow()
  const readers = await db.user.findMany()
  const stamps = { createAt: nowMs, updateAt: nowMs }
  for (const name of more) {
    const members = { create: readers.map(reader => ({ userId: reader.id })) }
    await db.channel.create({
      data: { id: newId(), ...stamps, teamId, type: 'O', name, displayName: name, members },
    })
  }
  const channels = await db.channel.findMany({ orderBy: { name: 'asc' } })
  const hooks = channels.map(({ id, name }) => ({ channelId: id, channel: name, key: newSecret() }))
  for (const [index, { channelId, key }] of hooks.entries()) {
    const keys = { create: { digest: digest(key), createAt: nowMs } }
    const confirm = index % 2 === 0
    await db.hook.create({ data: { id: newId(), ...stamps, userId, channelId, teamId, confirm, keys } })
  }
  return hooks.map(({ key, channel }) => ({ key, channel }))
}

/** Returns channel ids by the name that senders use. Excludes the channels of notices to hooks' owners. */
export async function channelIds(db: Db): Promise<Map<string, string>> {
  const channels = await db.channel.findMany({
    where: { NOT: { type: 'D', name: { contains: systemUserId } } },
  })
  return new Map(channels.map(({ id, name, type }) => [type === 'D' ? direct : name, id]))
}
