import { createApp, directChannels } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { expect } from 'vitest'
import { password } from '../../support/constants.js'
import { eventually } from '../../support/eventually.js'
import type { Caller } from '../callers.js'
import { startApi, team } from '../start-api.js'

/** Texts of the person that nothing else contains. */
export const personal = ['zelinda', 'quokkamoor', 'her own words']
const email = 'zelinda@quokkamoor.example'

/** Starts an API and a worker, and a person who leaves traces in every table. */
export async function startPerson() {
  const api = await startApi(undefined, { workerLater: false })
  const { admin, other } = await api.callers('admin', 'other')
  const { user } = await admin.postJson('/admin/users/create', {
    ...{ username: 'zelinda', email, first_name: 'Zelinda', last_name: 'Quokkamoor', team_ids: [api.teamId] },
  })
  await givePassword(api, user.id)
  const person = api.callerWith(await api.tokenOf('zelinda'))
  const parts = { ...api, admin, other, person, personId: user.id as string }
  return { ...parts, ...(await leaveTraces(parts)), ...erasing(parts) }
}

type Parts = Awaited<ReturnType<typeof startApi>> &
  Record<'admin' | 'other' | 'person', Caller> & { other: { id: string }; personId: string }

/** The first password may only be changed, so set the one of the tests. */
async function givePassword({ db }: Pick<Parts, 'db'>, id: string): Promise<void> {
  const { passwordHash } = await db.user.findFirstOrThrow({ where: { username: 'admin' } })
  await db.user.update({ where: { id }, data: { passwordHash, mustChangePassword: false } })
}

async function leaveTraces(parts: Parts) {
  const { db, teamId, admin, other, person, personId, world } = parts
  await parts.logIn({ name: team, login_id: email, password })
  const square = await world.channelNamed('town-square')
  const channels = `/teams/${teamId}/channels`
  const write = async (by: typeof person, message: string, root_id = '') =>
    by.postJson(`${channels}/${square.id}/posts/create`, { message, root_id })
  for (const one of [person, other]) await one.postJson(`${channels}/${square.id}/join`)
  const plain = await write(person, 'her own words, which nobody answered')
  const root = await write(person, 'her own words, which somebody answered')
  const reply = await write(other, 'an answer', root.id)
  await write(person, 'her own words as a reply', reply.root_id)
  await person.postJson(`${channels}/${square.id}/posts/update`, {
    id: plain.id,
    message: 'her own words, again',
  })
  await admin.post(`${channels}/create`, { name: 'zoo', display_name: 'Zoo', type: 'O' })
  const zoo = await world.channelNamed('zoo')
  await admin.postJson(`${channels}/${zoo.id}/add`, { user_id: personId })
  await person.postJson('/preferences/save', [
    { user_id: personId, category: 'c', name: 'n', value: 'her own words' },
  ])
  await person.postJson('/users/update', { id: personId, nickname: 'Zelinda Q' })
  await admin.postJson(`/users/${personId}/update_roles`, { new_roles: 'system_user' })
  await db.team.updateMany({ data: { email } })
  await directChannels(db, [{ userId: personId, otherId: other.id }], Date.now())
  const hook = await person.postJson(`/teams/${teamId}/hooks/incoming/create`, { channel_id: square.id })
  const before = await db.delivery.count()
  await person.postJson(`/teams/${teamId}/hooks/incoming/${hook.id}/send`, {
    payload: '{"text":"her own words through a webhook"}',
  })
  await fetch(new URL(new URL(hook.url).pathname, world.url), {
    method: 'POST',
    body: '{"text":"a build passed"}',
  })
  await eventually(async () => expect(await db.delivery.count()).toBe(before + 2))
  const credentials = { secret: newSecret(), bot: { id: newId(), username: `bot-${newId()}` } }
  const words = { name: 'An app', description: '', iconUrl: '', homepage: 'http://127.0.0.1/' }
  const choices = { ...words, callbackUrls: [], isTrusted: false, nowMs: Date.now() }
  await createApp(db, { ...choices, id: newId(), creatorId: personId, credentials })
  return { square, hook, root, reply }
}

function erasing({ admin, personId }: Parts) {
  const deactivate = () => admin.postJson('/users/update_active', { user_id: personId, active: 'false' })
  const erase = (body: object = {}) =>
    admin.post(`/admin/users/${personId}/erase`, { username: 'zelinda', ...body })
  const finished = async (erasure: string) =>
    eventually(async () =>
      expect(await admin.getJson(`/admin/erasures/${erasure}`)).toMatchObject({ status: 'done' }),
    )
  return { deactivate, erase, finished }
}
