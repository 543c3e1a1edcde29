import type { Db } from '@posthorn/db'
import { expect, test } from 'vitest'
import { userRow } from '../support/user-row.js'
import { addChannel, startApi } from './start-api.js'

const notAMember = '400 api.webhook.transfer.not_a_member.app_error'
const cannotRead = '400 api.webhook.transfer.channel.app_error'
const pending = '400 api.webhook.transfer.pending.app_error'
const noOffer = '404 api.webhook.transfer.no_offer.app_error'
const forbidden = '403 api.context.permissions.app_error'
const hookDisabled = '403 web.incoming_webhook.hook_disabled.app_error'
const enough = '429 api.webhook.transfer.day_limit.app_error'
const dayMs = 86_400_000

/** Creates a hook of the reader with its URL; boss can offer it to other members. */
async function start() {
  const api = await startApi(undefined, { workerLater: false, confirm: true })
  const { db, teamId, callers, url, world } = api
  const people = await callers('boss', 'reader', 'heir', 'carol', 'admin', 'stranger')
  const hooks = `/teams/${teamId}/hooks/incoming`
  const builds = await api.channelNamed('builds')
  const made = await people.reader.postJson(`${hooks}/create`, { channel_id: builds.id })
  const id: string = made.id
  const send = async (payload: object) =>
    (
      await fetch(url + new URL(made.url).pathname, {
        method: 'POST',
        body: JSON.stringify({ text: 'x', ...payload }),
      })
    ).status
  const offer = (user_id: string) => people.boss.statusAndId(`${hooks}/transfer`, { id, user_id })
  const answer = (who: { statusAndId: (path: string, body: object) => Promise<string> }, what: string) =>
    who.statusAndId(`${hooks}/transfer/${what}`, { id })
  const ownerId = async () => (await db.hook.findUniqueOrThrow({ where: { id } })).userId
  return { ...api, ...people, world, hooks, id, builds, send, offer, answer, ownerId }
}

test('an offered hook posts as its creator until the offer is accepted', async () => {
  const { offer, answer, heir, reader, boss, hooks, id, send, ownerId, db, carol } = await start()
  expect(await offer(heir.id)).toBe('200')
  expect(await ownerId()).toBe(reader.id)
  expect(await send({ channel: '@carol' })).toBe(200)
  const { offer: shown } = await boss.getJson(`${hooks}/${id}/get`)
  const [to, by] = [heir, boss].map(({ id }, index) => ({ id, username: ['heir', 'boss'][index] }))
  expect(shown).toEqual({ to, by, create_at: expect.any(Number), expires_at: shown.create_at + 7 * dayMs })

  expect(await answer(heir, 'accept')).toBe('200')
  expect(await ownerId()).toBe(heir.id)
  expect((await boss.getJson(`${hooks}/${id}/get`)).offer).toBe(null)
  expect(await send({ channel: '@carol' })).toBe(200)
  const [first = '', second = ''] = [reader, heir].map(({ id }) => [id, carol.id].toSorted().join('__'))
  expect(await postsByChannel(db)).toMatchObject({ [first]: 1, [second]: 1 })
})

async function postsByChannel(db: Db): Promise<Record<string, number>> {
  const rows = await db.$queryRaw<{ name: string; posts: number }[]>`
    SELECT name, count(*)::int AS posts FROM posts JOIN channels ON channels.id = channel_id GROUP BY name`
  return Object.fromEntries(rows.map(({ name, posts }) => [name, posts]))
}

test('an offered hook does not post with the permissions of an administrator who has not accepted it', async () => {
  const { db, callers, url } = await startApi(undefined, { workerLater: false, confirm: true })
  const { mallory, carol, admin } = await callers('mallory', 'carol', 'admin')
  const team = await mallory.postJson('/teams/create', { name: 'mine', display_name: 'Mine', type: 'O' })
  const hooks = `/teams/${team.id}/hooks/incoming`
  const { id: channel_id } = await db.channel.findFirstOrThrow({
    where: { teamId: team.id, name: 'town-square' },
  })
  const made = await mallory.postJson(`${hooks}/create`, { channel_id })
  const transfer = () => mallory.statusAndId(`${hooks}/transfer`, { id: made.id, user_id: admin.id })
  expect(await transfer()).toBe(notAMember)
  await mallory.postJson(`/teams/${team.id}/add_user_to_team`, { user_id: admin.id })
  expect(await transfer()).toBe('200')
  const body = JSON.stringify({ text: 'send me your password', channel: '@carol' })
  await fetch(url + new URL(made.url).pathname, { method: 'POST', body })
  const direct = await db.channel.findMany({ where: { name: { contains: carol.id } } })
  expect(direct.filter(({ name }) => name.includes(admin.id))).toEqual([])
})

test('a hook can only be offered to active team members who may read its channel, one at a time', async () => {
  const { offer, heir, stranger, reader, carol, db, teamId, id, answer, boss } = await start()
  const gone = await db.user.create({ data: { ...userRow('gone'), deleteAt: 1 } })
  await db.teamMember.create({ data: { teamId, userId: gone.id } })
  for (const nobody of [stranger.id, gone.id]) expect(await offer(nobody)).toBe(notAMember)
  expect(await offer('z'.repeat(26))).toBe('404 store.sql_user.missing_account.const')
  expect(await offer(reader.id)).toBe('400 api.context.invalid_param.app_error')
  const secret = await addChannel(db, teamId, 'secret', 'P')
  await db.hook.update({ where: { id }, data: { channelId: secret.id } })
  expect(await offer(heir.id)).toBe(cannotRead)
  await db.channelMember.create({ data: { channelId: secret.id, userId: heir.id } })
  expect(await Promise.all([offer(heir.id), offer(heir.id)])).toEqual(
    expect.arrayContaining(['200', pending]),
  )
  expect(await offer(carol.id)).toBe(cannotRead)
  expect(await answer(boss, 'withdraw')).toBe('200')
  expect(await offer(heir.id)).toBe('200')
})

test('notifies the new owner in a direct message, and lets them decline', async () => {
  const { offer, answer, heir, carol, hooks, id, db, reader, ownerId } = await start()
  await offer(heir.id)
  const notice = await db.post.findFirstOrThrow({ where: { message: { contains: 'offers you' } } })
  expect(notice.message).toContain('@boss')
  expect(await db.mention.count({ where: { postId: notice.id, userId: heir.id } })).toBe(1)
  const [found, ...others] = await heir.getJson(`${hooks}/offers`)
  expect(others).toEqual([])
  expect(found).toMatchObject({ id, by: { username: 'boss' }, creator: { username: 'reader' } })
  expect(found).toMatchObject({ channel: { name: 'builds' }, expires_at: expect.any(Number) })
  expect(await carol.getJson(`${hooks}/offers`)).toEqual([])

  for (const nobodys of [carol, reader]) expect(await answer(nobodys, 'accept')).toBe(noOffer)
  expect(await answer(carol, 'decline')).toBe(noOffer)
  expect(await answer(heir, 'decline')).toBe('200')
  expect([await answer(heir, 'accept'), await ownerId()]).toEqual([noOffer, reader.id])
})

test('only the user who offered a hook, or an administrator, can withdraw the offer', async () => {
  const { offer, answer, heir, reader, admin, boss, db, teamId } = await start()
  await offer(heir.id)
  for (const other of [heir, reader]) expect(await answer(other, 'withdraw')).toBe(forbidden)
  expect(await answer(admin, 'withdraw')).toBe('200')
  expect([await answer(heir, 'accept'), await answer(admin, 'withdraw')]).toEqual([noOffer, noOffer])
  await offer(heir.id)
  await db.teamMember.update({
    where: { teamId_userId: { teamId, userId: boss.id } },
    data: { roles: 'team_user' },
  })
  expect(await answer(heir, 'accept')).toBe(noOffer)
  expect(await answer(boss, 'withdraw')).toBe('200')
})

test.for<[string, (scene: Awaited<ReturnType<typeof start>>) => Promise<unknown>, string]>([
  [
    'its time is over',
    ({ db, id }) => db.hook.update({ where: { id }, data: { offeredAt: Date.now() - 7 * dayMs - 1000 } }),
    noOffer,
  ],
  [
    'the hook is deleted',
    ({ boss, hooks, id }) => boss.postJson(`${hooks}/delete`, { id }),
    '404 store.sql_webhooks.get_incoming.app_error',
  ],
  [
    'the hook is disabled, and enabled again',
    async ({ boss, hooks, id }) => {
      await boss.postJson(`${hooks}/disable`, { id })
      await boss.postJson(`${hooks}/enable`, { id })
    },
    noOffer,
  ],
  [
    'the new owner leaves the team, and comes back',
    async ({ boss, heir, teamId }) => {
      await boss.postJson(`/teams/${teamId}/remove_user_from_team`, { user_id: heir.id })
      await boss.postJson(`/teams/${teamId}/add_user_to_team`, { user_id: heir.id })
    },
    noOffer,
  ],
  [
    'the new owner is deactivated, and activated again',
    async ({ admin, heir, db }) => {
      const sessions = await db.session.findMany({ where: { userId: heir.id } })
      for (const active of ['false', 'true'])
        await admin.postJson('/users/update_active', { user_id: heir.id, active })
      await db.session.createMany({ data: sessions.map(({ props: _, ...session }) => session) })
    },
    noOffer,
  ],
  [
    'the channel is archived, and restored',
    async ({ admin, teamId, builds }) => {
      for (const what of ['delete', 'restore'])
        await admin.postJson(`/teams/${teamId}/channels/${builds.id}/${what}`)
    },
    noOffer,
  ],
  [
    'the channel is one that they may not read now',
    async ({ db, teamId, id }) => {
      const secret = await addChannel(db, teamId, 'secret', 'P')
      await db.hook.update({ where: { id }, data: { channelId: secret.id } })
    },
    cannotRead,
  ],
])('an offer ends when %s', async ([, end, refusal]) => {
  const scene = await start()
  await scene.offer(scene.heir.id)
  await end(scene)
  expect(await scene.answer(scene.heir, 'accept')).toBe(refusal)
  expect(await scene.ownerId()).toBe(scene.reader.id)
})

test('of concurrent accepts, withdrawals and deletions, one wins', async () => {
  const { offer, answer, heir, boss, reader, ownerId, hooks, id } = await start()
  await offer(heir.id)
  const twice = await Promise.all([answer(heir, 'accept'), answer(heir, 'accept')])
  expect(twice.toSorted()).toEqual(['200', noOffer])
  expect(await boss.statusAndId(`${hooks}/transfer`, { id, user_id: reader.id })).toBe('200')
  const [accepted, withdrawn] = await Promise.all([answer(reader, 'accept'), answer(boss, 'withdraw')])
  expect([accepted, withdrawn].toSorted()).toEqual(['200', noOffer])
  expect(await ownerId()).toBe(accepted === '200' ? reader.id : heir.id)

  await boss.statusAndId(`${hooks}/transfer`, { id, user_id: boss.id })
  const [last] = await Promise.all([answer(boss, 'accept'), boss.statusAndId(`${hooks}/delete`, { id })])
  expect(['200', noOffer, '404 store.sql_webhooks.get_incoming.app_error']).toContain(last)
})

test('the audit log has every step of an offer', async () => {
  const { offer, answer, heir, boss, reader, admin, id } = await start()
  await offer(heir.id)
  await answer(heir, 'decline')
  await offer(heir.id)
  await answer(boss, 'withdraw')
  await offer(heir.id)
  await answer(heir, 'accept')
  const { entries } = await admin.getJson(`/admin/audit?target_id=${id}&limit=6`)
  const steps = entries.map(
    ({ action, user, done }: { action: string; user: { username: string }; done: boolean }) => [
      action,
      user.username,
      done,
    ],
  )
  expect(steps.toReversed()).toEqual([
    ['transferHook', 'boss', true],
    ['declineHook', 'heir', true],
    ['transferHook', 'boss', true],
    ['withdrawHookOffer', 'boss', true],
    ['transferHook', 'boss', true],
    ['acceptHook', 'heir', true],
  ])
  const [accepted] = entries
  expect(accepted.before).toMatchObject({ user_id: reader.id, offered_to: heir.id, offered_by: boss.id })
  expect(accepted.after).toMatchObject({ user_id: heir.id, offered_to: '', offered_by: '' })
})

test('a disabled hook cannot be offered', async () => {
  const { offer, heir, boss, hooks, id } = await start()
  await boss.postJson(`${hooks}/disable`, { id })
  expect(await offer(heir.id)).toBe(hookDisabled)
})

test('a user gets at most three offers a day from one owner, whatever is withdrawn in between', async () => {
  const { offer, answer, heir, carol, boss, hooks, builds, db } = await start()
  for (let time = 0; time < 3; time++) {
    expect(await offer(heir.id)).toBe('200')
    expect(await answer(boss, 'withdraw')).toBe('200')
  }
  const many = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { id } = await boss.postJson(`${hooks}/create`, { channel_id: builds.id })
      return boss.statusAndId(`${hooks}/transfer`, { id, user_id: heir.id })
    }),
  )
  expect(new Set(many)).toEqual(new Set([enough]))
  expect(await db.post.count({ where: { message: { contains: 'offers you' } } })).toBe(3)
  expect(await heir.getJson(`${hooks}/offers`)).toEqual([])
  await db.channelMember.create({ data: { channelId: builds.id, userId: carol.id } })
  expect(await offer(carol.id)).toBe('200')
})

test('rejected offers do not count, and others have offers of their own', async () => {
  const { offer, heir, boss, admin, hooks, id } = await start()
  expect(await offer(heir.id)).toBe('200')
  for (let time = 0; time < 4; time++) expect(await offer(heir.id)).toBe(pending)
  for (const next of ['200', '200', enough]) {
    await boss.postJson(`${hooks}/transfer/withdraw`, { id })
    expect(await offer(heir.id)).toBe(next)
  }
  expect(await admin.statusAndId(`${hooks}/transfer`, { id, user_id: heir.id })).toBe('200')
})

test('the message about an offer has no text that its author chose', async () => {
  const { boss, heir, hooks, builds, db } = await start()
  const display_name = 'Your account is locked'
  const texts = { display_name, description: 'Log in at evil.example' }
  const { id } = await boss.postJson(`${hooks}/create`, { channel_id: builds.id, ...texts })
  await boss.postJson(`${hooks}/transfer`, { id, user_id: heir.id })
  const { message } = await db.post.findFirstOrThrow({ where: { message: { contains: 'offers you' } } })
  expect(message).not.toMatch(/locked|evil/)
  const [offered] = await heir.getJson(`${hooks}/offers`)
  expect(offered).toMatchObject({ display_name, by: { username: 'boss' } })
})
