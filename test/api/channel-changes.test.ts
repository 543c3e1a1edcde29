import { expect, test } from 'vitest'
import type { Caller } from './callers.js'
import { addChannel, noSuchId, startApi } from './start-api.js'

const invalid = '400 api.context.invalid_param.app_error'
const archived = '400 api.channel.update_channel.deleted.app_error'
const rule = (name: string) => `400 model.channel.is_valid.${name}.app_error`

async function start<Name extends string>(...names: Name[]) {
  const api = await startApi()
  return { ...api, channels: `/teams/${api.teamId}/channels`, ...(await api.callers(...names)) }
}

test('a member changes a channel’s names, header and purpose, and the channel announces it', async () => {
  const { db, reader, channels, channelNamed } = await start('reader')
  const { id, purpose } = await channelNamed('builds')
  const change = (action: string, body: object) => reader.postJson(`${channels}/${action}`, body)
  for (const channel_header of ['**now**', '**now**', 'later'])
    expect(await change('update_header', { channel_id: id, channel_header })).toMatchObject({ id, purpose })
  const emptied = await change('update_purpose', { channel_id: id, channel_purpose: '' })
  expect(emptied).toMatchObject({ header: 'later', purpose: '' })
  const renamed = { id, name: 'works', display_name: 'Works' }
  expect(await change('update', renamed)).toMatchObject({ ...renamed, header: 'later', type: 'O' })
  expect(await reader.getJson(`${channels}/name/works`)).toMatchObject({ id, total_msg_count: 4 })
  const rows = await db.post.findMany({ where: { channelId: id }, orderBy: { id: 'asc' } })
  expect(rows.map(({ type, message, props }) => [type, message, props])).toEqual([
    notice('header', 'updated the channel header to: **now**', '', '**now**'),
    notice('header', 'updated the channel header from: **now** to: later', '**now**', 'later'),
    notice('purpose', `removed the channel purpose (was: ${purpose})`, purpose, ''),
    notice('displayname', 'updated the channel display name from: Builds to: Works', 'Builds', 'Works'),
  ])
})

/** Returns the system message of a change to a channel. */
function notice(prop: string, words: string, before: string, after: string) {
  const props = { username: 'reader', [`old_${prop}`]: before, [`new_${prop}`]: after }
  return [`system_${prop}_change`, `reader ${words}`, props]
}

const taken = '400 store.sql_channel.save_channel.exists.app_error'
const likeDirect = '400 api.channel.create_channel.invalid_character.app_error'
const channel_id = 'builds'

/** Lists rejected and borderline changes; channels are given by name. */
const changes: [action: string, body: Record<string, string> | string, answer: string][] = [
  ['update', { id: 'builds', name: 'off-topic' }, taken],
  ['update', { id: 'builds', name: 'gone' }, taken],
  ['update', { id: 'builds', name: 'x' }, rule('2_or_more')],
  ['update', { id: 'builds', name: 'a__b' }, likeDirect],
  ['update', { id: 'builds', display_name: '🎺'.repeat(65) }, rule('display_name')],
  ['update', { id: 'builds', header: 'x'.repeat(1025) }, rule('header')],
  ['update', { id: 'builds', purpose: 'x'.repeat(251) }, rule('purpose')],
  ['update', { id: 'builds', type: 'P' }, invalid],
  ['update', { id: 'town-square', name: 'square' }, '400 api.channel.update_channel.tried.app_error'],
  ['update', { id: 'direct', name: 'ours' }, likeDirect],
  ['update', { id: 'gone', header: 'h' }, archived],
  ['update', { header: 'h' }, invalid],
  ['update_header', { channel_id: 'gone', channel_header: 'h' }, archived],
  ['update_header', { channel_id, channel_header: 'x'.repeat(1025) }, rule('header')],
  ['update_header', { channel_id: 'short', channel_header: 'h' }, invalid],
  ['update_header', { channel_id: noSuchId }, '404 store.sql_channel.get.existing.app_error'],
  ['update_purpose', { channel_id, channel_purpose: '🎺'.repeat(251) }, rule('purpose')],
  ['update_purpose', 'nonsense', invalid],
  ['update_purpose', { channel_id, channel_purpose: '🎺'.repeat(250) }, '200'],
  ['update_header', { channel_id: 'direct', channel_header: 'between us' }, '200'],
]

test('an invalid change changes nothing, and names the rule', async () => {
  const { db, reader, admin, teamId, channels, channelNamed } = await start('reader', 'admin')
  const gone = await addChannel(db, teamId, 'gone')
  await db.channelMember.create({ data: { channelId: gone.id, userId: reader.id } })
  await db.channel.update({ where: { id: gone.id }, data: { deleteAt: 1 } })
  const ids: Record<string, string> = {
    builds: (await channelNamed('builds')).id,
    'town-square': (await channelNamed('town-square')).id,
    direct: (await reader.postJson(`${channels}/create_direct`, { user_id: admin.id })).id,
    gone: gone.id,
  }
  const answers = []
  for (const [action, body] of changes) {
    const named = JSON.stringify(body, (key, value) => (key.endsWith('id') ? (ids[value] ?? value) : value))
    answers.push([action, body, await reader.statusAndId(`${channels}/${action}`, named)])
  }
  expect(answers).toEqual(changes)
  expect(await channelNamed('builds')).toMatchObject({ displayName: 'Builds', header: '', type: 'O' })
})

test('a member chooses a channel’s notifications, which also affect the team’s unread count', async () => {
  const { reader, admin, teamId, channels, channelNamed } = await start('reader', 'admin')
  const [builds, square] = [await channelNamed('builds'), await channelNamed('town-square')]
  for (const { id } of [builds, square])
    for (const message of ['plain', '@reader'])
      await admin.postJson(`${channels}/${id}/posts/create`, { message })
  const unread = () => reader.getJson('/teams/unread')
  expect(await unread()).toEqual([{ team_id: teamId, msg_count: 4, mention_count: 2 }])
  const choose = (body: object) => ({ channel_id: builds.id, user_id: reader.id, ...body })
  const path = `${channels}/update_notify_props`
  const chosen = await reader.postJson(path, choose({ mark_unread: 'mention', push: 'none' }))
  expect(chosen).toEqual({ desktop: 'default', email: 'default', push: 'none', mark_unread: 'mention' })
  expect(await reader.postJson(path, choose({ desktop: 'all' }))).toEqual({ ...chosen, desktop: 'all' })
  expect((await reader.getJson(`${channels}/${builds.id}`)).member.notify_props.desktop).toBe('all')
  expect(await unread()).toEqual([{ team_id: teamId, msg_count: 2, mention_count: 2 }])
  expect(await reader.getJson(`/teams/unread?id=${teamId}`)).toEqual([])
  for (const wrong of [{ desktop: 'loud' }, { mark_unread: 'none' }, { user_id: 'short' }])
    expect(await reader.statusAndId(path, choose(wrong))).toBe(invalid)
})

test('finds public channels by the beginnings of their words, and marks those to join', async () => {
  const { db, reader, teamId, channels } = await start('reader')
  const secret = await addChannel(db, teamId, 'build-secrets', 'P')
  await db.channelMember.create({ data: { channelId: secret.id, userId: reader.id } })
  await addChannel(db, teamId, 'nightly_build')
  await addChannel(db, teamId, 'rebuild')
  const names = (found: { name: string }[]) => found.map(({ name }) => name)
  const complete = async (term: string) =>
    names(await reader.getJson(`${channels}/autocomplete?term=${encodeURIComponent(term)}`))
  expect(await complete('BUI')).toEqual(['builds', 'nightly_build'])
  expect(await complete('buil night')).toEqual(['nightly_build'])
  expect(await complete("%' --")).toEqual([])
  expect(await complete('')).toEqual(['builds', 'off-topic', 'town-square', 'nightly_build', 'rebuild'])
  const toJoin = await reader.postJson(`${channels}/more/search`, { term: 'build' })
  expect(names(toJoin)).toEqual(['nightly_build'])
  expect(await reader.statusAndId(`${channels}/autocomplete?term=${'x'.repeat(201)}`)).toBe(invalid)
})

test('returns memberships of a channel or team by user ids', async () => {
  const { reader, ada, teamId, channels, channelNamed } = await start('reader', 'ada')
  const { id } = await channelNamed('builds')
  const asked = [reader.id, ada.id, noSuchId]
  const users = async (caller: Caller, path: string) =>
    (await caller.postJson(path, asked)).map(({ user_id }: { user_id: string }) => user_id)
  expect(await users(reader, `${channels}/${id}/members/ids`)).toEqual([reader.id])
  expect(await users(reader, `/teams/${teamId}/members/ids`)).toEqual([reader.id, ada.id].toSorted())
  expect(await reader.statusAndId(`${channels}/${id}/members/ids`, {})).toBe(invalid)
})
