import { createHmac } from 'node:crypto'
import { resealHookSecrets } from '@posthorn/db'
import { openSecretBox } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import type { WorldOptions } from '../support/world.js'
import { startHistory } from './start-history.js'

type Secret = { set_at: number; secret?: string }
type Hook = { id: string; signature: { secrets: Secret[] } | null; allow_from: string[]; update_at: number }

async function start(options: WorldOptions = {}) {
  const api = await startHistory(options)
  const { hook, teamId, post, headers, world } = api
  const path = `/teams/${teamId}/hooks/incoming`
  const ask = (call: string, body: object) => post(`${path}/${call}`, JSON.stringify(body), headers)
  /** Sets the signature, or returns the status and id of the refusal. */
  const set = async (signature: object | null) => {
    const { statusCode, body } = await ask('signature', { id: hook.id, signature })
    return statusCode === 200 ? (JSON.parse(body) as Hook) : `${statusCode} ${JSON.parse(body).id}`
  }
  const secretsOf = async (signature: object) => ((await set(signature)) as Hook).signature?.secrets ?? []
  const send = async (secret?: string) => {
    const body = JSON.stringify({ text: 'hi' })
    const signature = createHmac('sha256', secret ?? '')
      .update(body)
      .digest('hex')
    const own = secret === undefined ? {} : { 'x-hub-signature-256': `sha256=${signature}` }
    return (await fetch(world.hookUrl, { method: 'POST', body, headers: own })).status
  }
  const shown = async () => (await api.get('/get')).json() as Hook
  return { ...api, ask, set, secretsOf, send, shown }
}

const github = { scheme: 'github', secrets: [{ secret: 'a secret of GitHub' }] }

test('shows a secret only to the call that sets it, and stores it encrypted', async () => {
  const { set, shown, send, db, ask, hook, list } = await start()
  expect(await send()).toBe(200)
  const made = (await set(github)) as Hook
  expect(made.signature).toEqual({
    scheme: 'github',
    header: '',
    timestamp_header: '',
    tolerance_s: 300,
    required: true,
    secrets: [{ set_at: expect.closeTo(Date.now(), -5), secret: 'a secret of GitHub' }],
  })
  await expect.poll(() => send()).toBe(401)
  expect([await send('a secret of GitHub'), await send('another')]).toEqual([200, 401])

  const { secrets } = made.signature ?? { secrets: [] }
  const rest = { ...made.signature, secrets: [{ set_at: secrets[0]?.set_at }] }
  expect((await shown()).signature).toEqual(rest)
  const edited = { id: hook.id, channel_id: hook.channelId, display_name: 'edited' }
  expect((await ask('update', edited)).json().signature).toEqual(rest)
  const rows =
    await db.$queryRaw`SELECT hooks::text FROM hooks UNION ALL SELECT audit_entries::text FROM audit_entries`
  expect(JSON.stringify(rows)).not.toContain('a secret of GitHub')
  expect(JSON.stringify(rows)).toContain('setHookSignature')
  expect(JSON.stringify(await list())).not.toContain('a secret of GitHub')

  expect((await set(null)) as Hook).toMatchObject({ signature: null })
  await expect.poll(() => send()).toBe(200)
  const { signatureSecrets } = await db.hook.findFirstOrThrow({ where: { id: hook.id } })
  expect(signatureSecrets).toEqual([])
})

test('replaces a secret while the old one still works', async () => {
  const { secretsOf, set, send } = await start()
  const [old] = await secretsOf({ ...github, secrets: [{ generate: true }] })
  expect(old?.secret).toMatch(/^[0-9a-f]{64}$/)
  const kept = { set_at: old?.set_at }
  const [made, still] = await secretsOf({ ...github, secrets: [{ generate: true }, kept] })
  expect(still).toEqual(kept)
  await expect.poll(() => send(made?.secret)).toBe(200)
  expect(await send(old?.secret)).toBe(200)
  expect(await set({ ...github, secrets: [kept, kept] })).toBe(
    '400 model.incoming_hook.signature.secret.app_error',
  )
  expect(await secretsOf({ ...github, secrets: [{ set_at: made?.set_at }] })).toEqual([
    { set_at: made?.set_at },
  ])
  await expect.poll(() => send(old?.secret)).toBe(401)
  expect(await send(made?.secret)).toBe(200)
  expect(await set({ ...github, secrets: [kept] })).toBe('400 model.incoming_hook.signature.secret.app_error')
})

const badSecret = '400 model.incoming_hook.signature.secret.app_error'
const badHeader = '400 model.incoming_hook.signature.header.app_error'
const badParameter = '400 api.context.invalid_param.app_error'

const secrets = [{ secret: 'a long secret' }]
const generated = { generate: true }

const refused: [refusal: string, signature: object][] = [
  [badParameter, { scheme: 'unknown', secrets }],
  [badParameter, { scheme: 'github', secrets: [] }],
  [badParameter, { scheme: 'github', secrets: [...secrets, generated, generated] }],
  [badParameter, { scheme: 'github', secrets: [{ secret: 'short' }] }],
  [badParameter, { scheme: 'github', secrets: [{ secret: 'a\nline break' }] }],
  [badParameter, { scheme: 'hmac', header: 'x own', secrets }],
  [badHeader, { scheme: 'github', header: 'x-own', secrets }],
  [badHeader, { scheme: 'hmac', secrets }],
  [badHeader, { scheme: 'hmac', header: 'X-Own', timestamp_header: 'x-time', secrets }],
  [badSecret, { scheme: 'github', secrets: [...secrets, ...secrets] }],
  [badSecret, { scheme: 'github', secrets: [{ set_at: 1 }] }],
  [badSecret, { scheme: 'gitlab', secrets: [{ secret: 'whsec_short' }] }],
  [badSecret, { scheme: 'standard', secrets: [{ secret: 'not base64 at all' }] }],
  [badSecret, { scheme: 'standard', secrets: [{ secret: 'whsec_c2hvcnQ=' }] }],
]

test('refuses signatures that cannot be verified', async () => {
  const { set } = await start()
  for (const [refusal, signature] of refused)
    expect(await set(signature), JSON.stringify(signature)).toBe(refusal)
})

test('a secret stays for another scheme only if it can be its key', async () => {
  const { secretsOf, set } = await start()
  const kept = [{ set_at: (await secretsOf({ scheme: 'github', secrets }))[0]?.set_at }]
  expect(await set({ scheme: 'standard', secrets: kept })).toBe(badSecret)
  const own = { scheme: 'hmac', header: 'X-Own', secrets: kept }
  expect(await set(own)).toMatchObject({ signature: { header: 'x-own', secrets: kept } })
  const [made] = await secretsOf({ scheme: 'standard', secrets: [generated] })
  expect(Buffer.from(made?.secret?.slice(6) ?? '', 'base64')).toHaveLength(32)
})

test('without SECRETS_KEY, sets no secret and says why', async () => {
  const { set, shown } = await start({ secretBox: openSecretBox() })
  expect(await set(github)).toBe('501 api.webhook.signature.secrets_key.app_error')
  expect((await shown()).signature).toBeNull()
})

test('encrypts secrets again with a new key, after which the previous one is needed no longer', async () => {
  const [old, current] = [Buffer.alloc(32, 'old'), Buffer.alloc(32, 'new')]
  const { set, db, hook } = await start({ secretBox: openSecretBox(old) })
  await set({ ...github, secrets: [{ secret: 'the first one' }, { secret: 'the second one' }] })
  const sealed = async () => (await db.hook.findFirstOrThrow({ where: { id: hook.id } })).signatureSecrets
  const before = await sealed()
  const box = openSecretBox(current, old)
  const reseal = (one: string, id: string) => {
    const secret = box.isCurrent(one) ? undefined : box.open(one, id)
    return secret && box.seal(secret, id)
  }
  expect(await resealHookSecrets(db, reseal)).toBe(1)
  const after = await sealed()
  expect(after).not.toEqual(before)
  expect(after.map(one => openSecretBox(current).open(one, hook.id))).toEqual([
    'the first one',
    'the second one',
  ])
  expect(await resealHookSecrets(db, reseal)).toBe(0)
})

test('after its SECRETS_KEY is lost, a hook needs a new secret', async () => {
  const { set, send, db, hook } = await start()
  await set(github)
  const lost = openSecretBox(Buffer.alloc(32, 'lost')).seal('a secret of GitHub', hook.id) ?? ''
  await db.hook.update({ where: { id: hook.id }, data: { signatureSecrets: [lost] } })
  await expect.poll(() => send('a secret of GitHub')).toBe(503)
  await set({ ...github, secrets: [{ secret: 'a new secret' }] })
  await expect.poll(() => send('a new secret')).toBe(200)
})

test('shows refused signatures and addresses to the owner by cause', async () => {
  const { set, get, send, ask, hook, shown } = await start()
  await set(github)
  await expect.poll(() => send()).toBe(401)
  expect(await send('a wrong one')).toBe(401)
  const lasts = async () =>
    (await get('/refused')).json().last as { cause: string; detail: string; status: number }[]
  await eventually(async () => {
    const causes = (await lasts()).map(({ cause, status }) => `${cause} ${status}`)
    expect(causes.toSorted()).toEqual(['signature_missing 401', 'signature_wrong 401'])
  })
  const editing = { id: hook.id, channel_id: hook.channelId }
  const ranges = ['192.0.2.0/24', '2001:db8::1']
  expect((await ask('update', { ...editing, allow_from: ranges })).json().allow_from).toEqual(ranges)
  expect((await ask('update', editing)).json().allow_from).toEqual(ranges)
  await expect.poll(() => send('a secret of GitHub')).toBe(403)
  await eventually(async () => expect(await lasts()).toContainEqual(expect.objectContaining({ status: 403 })))
  const refused = (await lasts()).find(({ status }) => status === 403)
  expect(refused).toMatchObject({
    cause: 'address_not_allowed',
    detail: '127.0.0.1 is not among the allowed addresses.',
  })
  const wrong = await ask('update', { ...editing, allow_from: ['192.0.2.0/24', 'example.org'] })
  expect(wrong.json()).toMatchObject({ id: 'model.incoming_hook.allow_from.app_error' })
  expect((await ask('update', { ...editing, allow_from: [] })).json().allow_from).toEqual([])
  await expect.poll(() => send('a secret of GitHub')).toBe(200)
  expect((await shown()).allow_from).toEqual([])
})
