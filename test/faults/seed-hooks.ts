import { randomBytes } from 'node:crypto'
import { type Db, digest, firstRun, systemUserId } from '@posthorn/db'
import { newId, newSecret, openSecretBox } from '@posthorn/server'
import { direct } from './payloads.js'

const more = ['alerts', 'deploys', 'tickets']

/** `secret`: signs all calls, in `signatureHeader`. Undefined if the hook needs no signature. */
export type FaultsHook = { key: string; channel: string; secret: string | undefined }

/** The ingresses' SECRETS_KEY. */
export const secretsKey = newSecretsKey()
export const signatureHeader = 'x-signature'

/** Creates a hook for each of six channels. Every other one waits for outcomes before it responds, every third is signed. */
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
  const hooks = channels.map(({ id, name }, index) => ({
    channelId: id,
    channel: name,
    key: newSecret(),
    secret: index % 3 === 0 ? newSecret() : undefined,
  }))
  for (const [index, { channelId, key, secret }] of hooks.entries()) {
    const keys = { create: { digest: digest(key), createAt: nowMs } }
    const confirm = index % 2 === 0
    const id = newId()
    const data = { id, ...stamps, userId, channelId, teamId, confirm, keys }
    await db.hook.create({ data: { ...data, ...(secret && signedBy(secret, id, nowMs)) } })
  }
  return hooks.map(({ key, channel, secret }) => ({ key, channel, secret }))
}

function newSecretsKey(): string {
  return randomBytes(32).toString('hex')
}

function signedBy(secret: string, id: string, nowMs: number) {
  const sealed = openSecretBox(Buffer.from(secretsKey, 'hex')).seal(secret, id) ?? ''
  const signature = {
    scheme: 'hmac',
    header: signatureHeader,
    timestampHeader: '',
    toleranceSeconds: 300,
    required: true,
    secretsSetAt: [nowMs],
  }
  return { signature: JSON.stringify(signature), signatureSecrets: [sealed] }
}

/** Returns channel ids by the name that senders use. Excludes the channels of notices to hooks' owners. */
export async function channelIds(db: Db): Promise<Map<string, string>> {
  const channels = await db.channel.findMany({
    where: { NOT: { type: 'D', name: { contains: systemUserId } } },
  })
  return new Map(channels.map(({ id, name, type }) => [type === 'D' ? direct : name, id]))
}
