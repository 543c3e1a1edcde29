import { saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { type Caller, statusAndId } from './callers.js'
import { addTeam, addUser, noSuchId, startApi } from './start-api.js'

const forbidden = '403 api.context.permissions.app_error'
const invalid = '400 api.context.invalid_param.app_error'
const notIn = '404 store.sql_team.get_member.missing.app_error'
const full = '400 store.sql_user.save.max_accounts.app_error'

async function start() {
  const api = await startApi()
  const { reader, admin } = await api.callers('reader', 'admin')
  const idOf = async (username: string) => (await api.db.user.findFirstOrThrow({ where: { username } })).id
  const channelsOf = async (userId: string, teamId: string) => {
    const members = await api.db.channelMember.findMany({
      where: { userId, channel: { teamId } },
      include: { channel: true },
    })
    return members.map(({ channel }) => channel.name).toSorted()
  }
  return { ...api, reader, admin, idOf, channelsOf }
}

test('a new team has its default channels, and its creator as member and administrator', async () => {
  const { db, reader, channelsOf } = await start()
  const team = await reader.postJson('/teams/create', {
    name: 'New-Team',
    display_name: 'New',
    type: 'O',
    email: 'x@y',
  })
  expect(team).toMatchObject({ name: 'new-team', display_name: 'New', type: 'O', email: 'x@y', delete_at: 0 })
  expect(team.invite_id).toMatch(/^[a-z0-9]{26}$/)
  const channels = await db.channel.findMany({ where: { teamId: team.id }, orderBy: { name: 'desc' } })
  expect(channels.map(({ name, displayName, type }) => [name, displayName, type])).toEqual([
    ['town-square', 'Town Square', 'O'],
    ['off-topic', 'Off-Topic', 'O'],
  ])
  const { id } = reader
  const mine = { team_id: team.id, user_id: id, roles: 'team_user team_admin', delete_at: 0 }
  expect(await channelsOf(id, team.id)).toEqual(['off-topic', 'town-square'])
  expect(await reader.getJson('/teams/members')).toContainEqual(mine)
})

const wrong = (field: string) => `400 model.team.is_valid.${field}.app_error`
const good = { name: 'a-team', display_name: 'A', type: 'O' }
const unfitTeams: [body: unknown, answer: string][] = [
  [null, invalid],
  [{ ...good, name: 5 }, invalid],
  [{ ...good, allow_open_invite: 'yes' }, invalid],
  [{}, wrong('name')],
  [{ ...good, display_name: 'x'.repeat(65) }, wrong('name')],
  [{ ...good, name: 'a' }, wrong('characters')],
  [{ ...good, name: '-team' }, wrong('characters')],
  [{ ...good, name: 'a_team' }, wrong('characters')],
  [{ ...good, name: 'x'.repeat(65) }, wrong('characters')],
  [{ ...good, name: 'admins' }, wrong('reserved')],
  [{ ...good, name: 'hooks' }, wrong('reserved')],
  [{ ...good, name: 'metrics' }, wrong('reserved')],
  [{ ...good, type: 'P' }, wrong('type')],
  [{ ...good, description: 'x'.repeat(256) }, wrong('description')],
  [{ ...good, email: 'nowhere' }, wrong('email')],
  [{ ...good, company_name: 'x'.repeat(65) }, wrong('company')],
  [{ ...good, allowed_domains: 'x'.repeat(501) }, wrong('domains')],
  [{ ...good, name: 'first-team' }, '400 store.sql_team.save.domain_exists.app_error'],
  [good, '200'],
]

test('rejects an invalid team with the id of the mistake', async () => {
  const { reader, admin, db } = await start()
  for (const [body, answer] of unfitTeams)
    expect([body, await reader.statusAndId('/teams/create', body)]).toEqual([body, answer])
  await saveSettings(db, { EnableTeamCreation: false })
  await eventually(async () => expect(await reader.statusAndId('/teams/create', good)).toBe(forbidden))
  expect(await admin.statusAndId('/teams/create', { ...good, name: 'b-team' })).toBe('200')
})

test('limits a user to MaxTeamsPerUser teams, even concurrently or after leaving, and administrators not at all', async () => {
  const { reader, admin, db } = await start()
  expect(await admin.statusAndId('/admin/save_config', { TeamSettings: { MaxTeamsPerUser: 3 } })).toBe('200')
  const made: string[] = []
  const make = async (caller: Caller, name: string) => {
    const answer = await caller.post('/teams/create', { name, display_name: name, type: 'O' })
    if (answer.statusCode === 200) made.push(answer.json().id)
    return statusAndId(answer)
  }
  const tooMany = '400 api.team.create_team.max_teams.app_error'
  const answers = await Promise.all(Array.from({ length: 8 }, (_, number) => make(reader, `mine-${number}`)))
  expect(answers.toSorted()).toEqual([...Array(3).fill('200'), ...Array(5).fill(tooMany)])
  const { id: user_id } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  for (const id of made) await reader.post(`/teams/${id}/remove_user_from_team`, { user_id })
  expect(await make(reader, 'one-more')).toBe(tooMany)
  for (const name of ['root-1', 'root-2', 'root-3', 'root-4']) expect(await make(admin, name)).toBe('200')
})

test('shows a team to its members, and by name to everybody if it is open', async () => {
  const { db, reader, admin, teamId } = await start()
  const other = await addTeam(db, 'other-team')
  const cases: [path: string, reader: string, admin: string][] = [
    [`/teams/${teamId}/me`, '200', '200'],
    [`/teams/${other.id}/me`, forbidden, '200'],
    [`/teams/${noSuchId}/me`, forbidden, '400 store.sql_team.get.find.app_error'],
    ['/teams/name/first-team', '200', '200'],
    ['/teams/name/other-team', forbidden, '200'],
    [
      '/teams/name/nowhere',
      '404 store.sql_team.get_by_name.app_error',
      '404 store.sql_team.get_by_name.app_error',
    ],
    [
      '/teams/name/%00',
      '404 store.sql_team.get_by_name.app_error',
      '404 store.sql_team.get_by_name.app_error',
    ],
    [`/teams/${teamId}/stats`, '200', '200'],
    [`/teams/${other.id}/stats`, forbidden, '200'],
    [`/teams/${teamId}/members/0/10`, '200', '200'],
    [`/teams/${other.id}/members/0/10`, forbidden, '200'],
    [`/teams/${teamId}/members/${noSuchId}`, notIn, notIn],
    [`/teams/${teamId}/users/0/10`, '200', '200'],
  ]
  for (const [path, forReader, forAdmin] of cases)
    expect([path, await reader.statusAndId(path), await admin.statusAndId(path)]).toEqual([
      path,
      forReader,
      forAdmin,
    ])

  const found = async (name: string) => await reader.postJson('/teams/find_team_by_name', { name })
  expect([await found('other-team'), await found('nowhere')]).toEqual([true, false])
  await db.team.update({ where: { id: other.id }, data: { allowOpenInvite: true } })
  expect(await reader.statusAndId('/teams/name/other-team')).toBe('200')
  const listed = await reader.getJson('/teams/all_team_listings')
  expect(Object.keys(listed)).toEqual([other.id])
  expect(listed[other.id].email).toBe('')
})

test('counts and lists a team’s members, including deactivated ones', async () => {
  const { db, reader, admin, teamId, idOf } = await start()
  const dora = await addUser(db, 'dora', { deleteAt: 1 })
  await admin.post(`/teams/${teamId}/add_user_to_team`, { user_id: dora.id })
  const stats = { team_id: teamId, total_member_count: 3, active_member_count: 2 }
  expect(await reader.getJson(`/teams/${teamId}/stats`)).toEqual(stats)
  const members = await reader.getJson(`/teams/${teamId}/members/0/10`)
  expect(members.map(({ user_id }: { user_id: string }) => user_id).toSorted()).toEqual(
    [dora.id, await idOf('reader'), await idOf('admin')].toSorted(),
  )
  expect(await reader.getJson(`/teams/${teamId}/members/0/1`)).toHaveLength(1)
  expect(Object.keys(await reader.getJson(`/teams/${teamId}/users/0/10`))).toHaveLength(3)
  expect(await reader.getJson(`/teams/${teamId}/members/${dora.id}`)).toEqual({
    team_id: teamId,
    user_id: dora.id,
    roles: 'team_user',
    delete_at: 0,
  })
})

test('adding a user to a team runs the checks in the documented order', async () => {
  const { call, db, reader, admin, teamId, idOf } = await start()
  const other = await addTeam(db, 'other-team')
  const [eve, dora] = [await addUser(db, 'eve'), await addUser(db, 'dora', { deleteAt: 1 })]
  const noTeam = '400 store.sql_team.get.find.app_error'
  const noUser = '404 store.sql_user.missing_account.const'
  const add = (team: string) => `/teams/${team}/add_user_to_team`
  expect(statusAndId(await call(add('abc'), { method: 'POST' }))).toBe(
    '401 api.context.session_expired.app_error',
  )

  const cases: [team: string, body: unknown, reader: string, admin: string][] = [
    [other.id, {}, forbidden, invalid],
    [noSuchId, {}, forbidden, noTeam],
    ['abc', {}, forbidden, noTeam],
    [teamId, {}, invalid, invalid],
    [teamId, { user_id: 5 }, invalid, invalid],
    [teamId, { user_id: eve.id, more: 5 }, invalid, invalid],
    [teamId, { user_id: 'eve' }, invalid, invalid],
    [teamId, [eve.id], invalid, invalid],
    [teamId, { user_id: noSuchId }, noUser, noUser],
    [teamId, { user_id: await idOf('admin') }, '200', '200'],
    [teamId, { user_id: eve.id, more: 'text' }, '200', '200'],
    [teamId, { user_id: dora.id }, '200', '200'],
  ]
  for (const [team, body, forReader, forAdmin] of cases) {
    const answers = [await reader.statusAndId(add(team), body), await admin.statusAndId(add(team), body)]
    expect([team, body, ...answers]).toEqual([team, body, forReader, forAdmin])
  }
  expect(await reader.postJson(add(teamId), { user_id: eve.id, more: 'text' })).toEqual({
    user_id: eve.id,
  })
})

test('a new member joins the default channels with nothing unread, and returns as a plain member', async () => {
  const { db, admin, teamId, channelsOf } = await start()
  const eve = await addUser(db, 'eve')
  await db.channel.updateMany({ where: { name: 'town-square' }, data: { totalMsgCount: 7 } })
  const change = (verb: string) => admin.post(`/teams/${teamId}/${verb}`, { user_id: eve.id })
  await change('add_user_to_team')
  expect(await channelsOf(eve.id, teamId)).toEqual(['off-topic', 'town-square'])
  const member = await db.channelMember.findFirstOrThrow({
    where: { userId: eve.id, channel: { name: 'town-square' } },
  })
  expect(Number(member.msgCount)).toBe(7)

  await db.teamMember.updateMany({ where: { userId: eve.id }, data: { roles: 'team_user team_admin' } })
  expect((await change('remove_user_from_team')).json()).toEqual({ user_id: eve.id })
  expect(await channelsOf(eve.id, teamId)).toEqual([])
  expect(statusAndId(await change('remove_user_from_team'))).toBe(notIn)
  await change('add_user_to_team')
  const again = await db.teamMember.findFirstOrThrow({ where: { userId: eve.id } })
  expect([again.roles, again.deleteAt]).toEqual(['team_user', 0n])
})

test.each([
  ['whose verified address is the team’s runs it', true, 'team_user team_admin'],
  ['who only claims the team’s address does not run it', false, 'team_user'],
])('%s', async (_, emailVerified, roles) => {
  const { db, admin } = await start()
  const [team, { id }] = [await addTeam(db, 'other-team'), await addUser(db, 'owner')]
  await db.user.update({ where: { id }, data: { emailVerified } })
  await admin.post(`/teams/${team.id}/add_user_to_team`, { user_id: id })
  expect((await db.teamMember.findFirstOrThrow({ where: { userId: id } })).roles).toBe(roles)
})

test('a team never exceeds its maximum of members, even with concurrent joins', async () => {
  const { db, admin, teamId } = await start()
  await admin.post('/admin/save_config', { TeamSettings: { MaxUsersPerTeam: 4 } })
  const people = await Promise.all(['ann', 'ben', 'cat', 'dan'].map(name => addUser(db, name)))
  const answers = await Promise.all(
    people.map(
      async ({ id }) => await admin.statusAndId(`/teams/${teamId}/add_user_to_team`, { user_id: id }),
    ),
  )
  expect(answers.toSorted()).toEqual(['200', '200', full, full])
})

test('members can leave, and only team administrators can remove others or change roles', async () => {
  const { db, reader, admin, teamId, idOf } = await start()
  const eve = await addUser(db, 'eve')
  const remove = (caller: Caller, user_id: string) =>
    caller.post(`/teams/${teamId}/remove_user_from_team`, { user_id })
  const roles = (caller: Caller, user_id: string, new_roles: string) =>
    caller.post(`/teams/${teamId}/update_member_roles`, { user_id, new_roles })
  await admin.post(`/teams/${teamId}/add_user_to_team`, { user_id: eve.id })
  const readerId = await idOf('reader')
  expect(statusAndId(await remove(reader, eve.id))).toBe(forbidden)
  expect(statusAndId(await roles(reader, readerId, 'team_user team_admin'))).toBe(forbidden)
  expect(statusAndId(await roles(admin, readerId, 'team_owner'))).toBe(invalid)
  expect(statusAndId(await roles(admin, noSuchId, 'team_user'))).toBe(notIn)
  expect(statusAndId(await roles(admin, readerId, 'team_user team_admin'))).toBe('200')
  expect(statusAndId(await remove(reader, eve.id))).toBe('200')
  expect(statusAndId(await remove(reader, readerId))).toBe('200')
  expect(statusAndId(await remove(admin, 'x'))).toBe(invalid)
})
