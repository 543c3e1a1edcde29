import { saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { addUser, startApi } from './start-api.js'

const invalid = '400 api.context.invalid_param.app_error'
const names = (found: { username: string }[]) => found.map(({ username }) => username)

/** Creates users inside and outside the team. */
async function start() {
  const api = await startApi()
  const { db } = api
  for (const [username, firstName] of [
    ['ann.lee', 'Annika'],
    ['annette', ''],
    ['joan', 'Ann Émilie'],
  ] as const)
    await addUser(db, username, { firstName })
  const who = await api.callers('reader', 'admin', 'annabel')
  await db.user.update({ where: { username: 'annette' }, data: { deleteAt: 1 } })
  const path = `/teams/${api.teamId}`
  return { ...api, ...who, path, search: (body: object) => who.reader.postJson('/users/search', body) }
}

test('finds users of a team or channel by the beginnings of their names, and inactive ones on request', async () => {
  const { reader, search, teamId, channelNamed } = await start()
  expect(names(await search({ term: 'Ann' }))).toEqual(['ann.lee', 'annabel', 'joan'])
  expect(names(await search({ term: 'lee ann' }))).toEqual(['ann.lee'])
  expect(names(await search({ term: '@ann.l' }))).toEqual(['ann.lee'])
  expect(names(await search({ term: 'nn' }))).toEqual([])
  expect(names(await search({ term: 'éMI' }))).toEqual(['joan'])
  expect(names(await search({ term: 'ann', allow_inactive: true }))).toContain('annette')
  expect(names(await search({ term: 'a', team_id: teamId }))).toEqual(['admin', 'annabel'])
  const { id } = await channelNamed('builds')
  expect(names(await search({ term: 'a', in_channel_id: id }))).toEqual(['admin'])
  expect(names(await search({ term: 'a', team_id: teamId, not_in_channel_id: id }))).toEqual(['annabel'])
  for (const body of [{}, { term: '' }, { term: 'x'.repeat(201) }, { term: 'a', team_id: 'short' }])
    expect(await reader.statusAndId('/users/search', body)).toBe(invalid)
})

test('does not find users by hidden fields', async () => {
  const { db, reader, admin } = await start()
  const find = async (caller: typeof reader, term: string) =>
    names(await caller.getJson(`/users/autocomplete?term=${term}`))
  expect(await find(reader, 'localhost')).toEqual([])
  expect(await find(admin, 'annika')).toEqual(['ann.lee'])
  expect(await find(admin, 'localhost')).toContain('ann.lee')
  expect(await find(reader, 'annika')).toEqual(['ann.lee'])
  await saveSettings(db, { ShowFullName: false, ShowEmailAddress: true })
  await eventually(async () => expect(await find(reader, 'annika')).toEqual([]))
  expect(await find(reader, 'localhost')).toContain('ann.lee')
})

test('what is typed is completed with the people of the team and of the channel', async () => {
  const { reader, admin, annabel, path, channelNamed } = await start()
  const users = `${path}/channels/${(await channelNamed('builds')).id}/users`
  const inTeam = await reader.getJson(`${path}/users/autocomplete?term=ann`)
  expect(inTeam).toEqual({ in_team: [expect.objectContaining({ id: annabel.id, email: '' })] })
  const { in_channel, out_of_channel } = await reader.getJson(`${users}/autocomplete?term=a`)
  expect([names(in_channel), names(out_of_channel)]).toEqual([['admin'], ['annabel']])
  expect(Object.keys(await reader.getJson(`${users}/0/10`))).toEqual([admin.id, reader.id])
  expect(Object.keys(await reader.getJson(`${users}/1/10`))).toEqual([reader.id])
  expect(Object.keys(await reader.getJson(`${users}/not_in_channel/0/10`))).toEqual([annabel.id])
})
