import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { addChannel, startApi } from './start-api.js'

const notByCreator = 'web.incoming_webhook.not_by_creator.app_error'

/** Creates a hook of the reader and two of their channels, of which boss can read only one. */
async function start() {
  const api = await startApi(undefined, { workerLater: false, confirm: true })
  const { db, teamId, url, callers, channelNamed } = api
  const people = await callers('boss', 'reader', 'carol', 'admin')
  const [both, own] = [await addChannel(db, teamId, 'both', 'P'), await addChannel(db, teamId, 'own', 'P')]
  const members = [
    [both.id, people.boss.id],
    [both.id, people.reader.id],
    [own.id, people.reader.id],
  ] as const
  await db.channelMember.createMany({ data: members.map(([channelId, userId]) => ({ channelId, userId })) })
  const hooks = `/teams/${teamId}/hooks/incoming`
  const builds = await channelNamed('builds')
  const made = await people.reader.postJson(`${hooks}/create`, { channel_id: builds.id })
  const path = `${hooks}/${made.id}`
  /** Calls a URL and returns the id of the refusal, or `ok`. */
  const call = async (hookUrl: string, channel: string) => {
    const body = JSON.stringify({ text: 'x', channel })
    const answer = await fetch(url + new URL(hookUrl).pathname, { method: 'POST', body })
    return answer.status === 200 ? 'ok' : (JSON.parse(await answer.text()) as { id: string }).id
  }
  const sendAs = async (who: (typeof people)['boss'], channel: string) => {
    const payload = JSON.stringify({ text: 'x', channel })
    return who.postJson(`${path}/send`, { payload })
  }
  return { ...api, ...people, both, own, hooks, path, made, id: made.id as string, call, sendAs }
}

const everywhere = ['builds', 'both', 'own', '@carol'] as const

test('a URL that an administrator regenerated posts only where both may read, and never to direct channels', async () => {
  const { boss, reader, hooks, id, made, call, db } = await start()
  const { url, url_made_by } = await boss.postJson(`${hooks}/regen`, { id })
  expect(url_made_by).toEqual({ id: boss.id, username: 'boss' })
  const outcomes = async (hookUrl: string) => {
    const refusals: string[] = []
    for (const channel of everywhere) refusals.push(await call(hookUrl, channel))
    return refusals
  }
  expect(await outcomes(url)).toEqual(['ok', 'ok', notByCreator, notByCreator])
  expect(await db.channel.count({ where: { type: 'D', name: { contains: reader.id } } })).toBe(1) // with posthorn
  expect(await outcomes(made.url)).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(
    await call(
      url,
      [reader.id, (await db.user.findFirstOrThrow({ where: { username: 'carol' } })).id]
        .toSorted()
        .join('__'),
    ),
  ).toBe(notByCreator)

  const theirs = await reader.postJson(`${hooks}/regen`, { id })
  expect(theirs.url_made_by).toBe(null)
  expect(await outcomes(theirs.url)).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(await call(url, 'own')).toBe(notByCreator)
})

test('a payload sent by an administrator goes only where both may read, and records the sender', async () => {
  const { boss, admin, reader, sendAs, path, id } = await start()
  const outcomes = []
  for (const channel of everywhere) outcomes.push((await sendAs(boss, channel)).reason)
  expect(outcomes).toEqual(['', '', notByCreator, notByCreator])
  expect((await sendAs(admin, 'own')).outcome).toBe('posted') // system administrators can read it as well
  expect((await sendAs(admin, '@carol')).reason).toBe(notByCreator)
  for (const channel of everywhere) expect((await sendAs(reader, channel)).outcome).toBe('posted')
  const { deliveries } = await reader.getJson(`${path}/deliveries`)
  const senders = deliveries.map(({ sent_by }: { sent_by: string }) => sent_by)
  const [b, a, r] = [boss.id, admin.id, reader.id]
  expect(senders).toEqual([r, r, r, r, a, a, b, b, b, b])
  const { entries } = await admin.getJson(`/admin/audit?action=sendPayload&target_id=${id}`)
  expect(entries.map(({ user }: { user: { id: string } }) => user.id)).toEqual(senders)
  expect(entries[0].after).toEqual({ delivery: deliveries[0].id })
})

test('a replay keeps its original’s restriction, and an edited one is restricted to its editor', async () => {
  const { boss, reader, path, made, call, db, sendAs } = await start()
  expect(await call(made.url, '@carol')).toBe('ok')
  const refused = (await sendAs(boss, 'own')).delivery
  const { id: direct } = await db.delivery.findFirstOrThrow({ where: { sentBy: null } })
  const replay = async (who: typeof boss, delivery: string, body = {}) => {
    const { delivery: id } = await who.postJson(`${path}/deliveries/${delivery}/replay`, {
      again: true,
      ...body,
    })
    await eventually(async () => expect(await db.delivery.count({ where: { id } })).toBe(1))
    const { sent_by, reason } = await who.getJson(`${path}/deliveries/${id}`)
    return [sent_by, reason]
  }
  const payload = JSON.stringify({ text: 'y', channel: '@carol' })
  expect(await replay(boss, direct)).toEqual([boss.id, ''])
  expect(await replay(boss, direct, { payload })).toEqual([boss.id, notByCreator])
  expect(await replay(reader, direct, { payload })).toEqual([reader.id, ''])
  for (const who of [boss, reader]) expect(await replay(who, refused)).toEqual([who.id, notByCreator])
})

test('replaying all keeps each restriction, and records the user', async () => {
  const { boss, reader, path, id, sendAs, db, admin } = await start()
  await sendAs(boss, 'own')
  const { replay } = await reader.postJson(`${path}/deliveries/replay`, {})
  await eventually(async () =>
    expect(await db.delivery.count({ where: { replayOf: { not: null } } })).toBe(1),
  )
  const again = await db.delivery.findFirstOrThrow({ where: { replayOf: { not: null } } })
  expect(again).toMatchObject({ reason: 'not_by_creator', sentBy: reader.id, restrictedTo: boss.id })
  const { entries } = await admin.getJson(`/admin/audit?action=replayDeliveries&target_id=${id}`)
  expect(entries).toMatchObject([{ user: { id: reader.id }, after: { replay } }])
})

test('a preview shows where a payload would go if the caller sent it', async () => {
  const { boss, reader, path } = await start()
  const preview = async (who: typeof boss, channel: string) =>
    (await who.postJson(`${path}/preview`, { payload: JSON.stringify({ text: 'x', channel }) })).reason
  expect([await preview(boss, '@carol'), await preview(boss, 'both')]).toEqual([notByCreator, ''])
  expect([await preview(reader, '@carol'), await preview(reader, 'own')]).toEqual(['', ''])
})

test('nobody can unlock another user’s hook, or point it at a channel that only one of them may read', async () => {
  const { boss, reader, hooks, id, both, own, db, teamId, builds } = await withBuilds()
  const update = (who: typeof boss, channel_id: string, more = {}) =>
    who.statusAndId(`${hooks}/update`, { id, channel_id, ...more })
  const bosss = await addChannel(db, teamId, 'bosss', 'P')
  await db.channelMember.create({ data: { channelId: bosss.id, userId: boss.id } })
  expect(await update(boss, own.id)).toBe('403 api.context.permissions.app_error')
  expect(await update(boss, bosss.id)).toBe('403 api.webhook.update.creator.app_error')
  expect(await update(boss, both.id, { channel_locked: true })).toBe('200')
  const unlock = { channel_locked: false }
  expect(await update(boss, builds.id, unlock)).toBe('403 api.webhook.update.unlock.app_error')
  expect(await update(boss, builds.id)).toBe('200')
  expect(await update(reader, builds.id, unlock)).toBe('200')
})

async function withBuilds() {
  const scene = await start()
  return { ...scene, builds: await scene.channelNamed('builds') }
}

test('accepting a hook consents to its URLs, and changing its destination ends its offer', async () => {
  const { boss, reader, carol, hooks, id, call, builds, both } = await withBuilds()
  const { url } = await boss.postJson(`${hooks}/regen`, { id })
  const offer = () => boss.statusAndId(`${hooks}/transfer`, { id, user_id: carol.id })
  const accept = () => carol.statusAndId(`${hooks}/transfer/accept`, { id })
  await offer()
  await reader.postJson(`${hooks}/update`, { id, channel_id: both.id })
  expect(await accept()).toBe('404 api.webhook.transfer.no_offer.app_error')
  await reader.postJson(`${hooks}/update`, { id, channel_id: builds.id })
  await offer()
  await reader.postJson(`${hooks}/update`, { id, channel_id: builds.id, display_name: 'renamed' })
  expect(await accept()).toBe('200')
  await expect.poll(() => call(url, '@reader')).toBe('ok')
  expect((await carol.getJson(`${hooks}/${id}/get`)).url_made_by).toBe(null)
})
