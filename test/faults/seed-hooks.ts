import { randomBytes } from 'node:crypto'
import { type Db, digest, firstRun, saveHookTemplate, systemUserId } from '@posthorn/db'
import { newId, newSecret, openSecretBox } from '@posthorn/server'
import { direct } from './payloads.js'

const more = ['alerts', 'deploys', 'tickets']

/**
 * `secret`: signs all calls, in `signatureHeader`. Undefined if the hook needs no signature. `hasTemplate`: JSON without a
 * suffix in the URL goes through its template.
 */
export type FaultsHook = { key: string; channel: string; secret: string | undefined; hasTemplate: boolean }

const template = {
  text: '{{#if failed}}**{{check}}** failed{{else}}**{{check}}** passed{{/if}}',
  thread_key: '',
  update_key: '{{group}}',
  close: '',
  channel: '',
  only_if: '',
  color: '',
}

/** The ingresses' SECRETS_KEY. */
export const secretsKey = newSecretsKey()
export const signatureHeader = 'x-signature'

/**
 * Creates a hook for each of six channels. Every other one waits for outcomes before it responds, every third is signed, and
 * another third has a template.
 */
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
    hasTemplate: index % 3 === 1,
  }))
  for (const [index, { channelId, key, secret, hasTemplate }] of hooks.entries()) {
    const keys = { create: { digest: digest(key), createAt: nowMs } }
    const confirm = index % 2 === 0
    const id = newId()
    const data = { id, ...stamps, userId, channelId, teamId, confirm, keys }
    await db.hook.create({ data: { ...data, ...(secret && signedBy(secret, id, nowMs)) } })
    if (hasTemplate) await saveHookTemplate(db, id, template, { madeBy: userId, nowMs })
  }
  return hooks.map(({ channelId, ...hook }) => hook)
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
