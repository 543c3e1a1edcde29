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

test('a member changes a channel’s names, header and purpose, and the channel is told what changed', async () => {
  const { db, reader, channels, channelNamed } = await start('reader')
  const { id, purpose } = await channelNamed('builds')
  const header = (text: string) =>
    reader.postJson(`${channels}/update_header`, { channel_id: id, channel_header: text })
  expect(await header('**now**')).toMatchObject({ id, header: '**now**', purpose })
  await header('**now**')
  await header('later')
  const emptied = await reader.postJson(`${channels}/update_purpose`, { channel_id: id, channel_purpose: '' })
  expect(emptied).toMatchObject({ header: 'later', purpose: '' })
  const changed = await reader.postJson(`${channels}/update`, { id, name: 'works', display_name: 'Works' })
  expect(changed).toMatchObject({ id, name: 'works', display_name: 'Works', header: 'later', type: 'O' })
  expect((await reader.getJson(`${channels}/name/works`)).id).toBe(id)
  const rows = await db.post.findMany({ where: { channelId: id }, orderBy: { id: 'asc' } })
  expect(rows.map(({ type, message, props }) => [type, message, props])).toEqual([
    told('header', 'header', 'updated the channel header to: **now**', '', '**now**'),
    told('header', 'header', 'updated the channel header from: **now** to: later', '**now**', 'later'),
    told('purpose', 'purpose', `removed the channel purpose (was: ${purpose})`, purpose, ''),
    told(
      'displayname',
      'displayname',
      'updated the channel display name from: Builds to: Works',
      'Builds',
      'Works',
    ),
  ])
  expect((await reader.getJson(`${channels}/${id}`)).channel.total_msg_count).toBe(4)
})

/** A message that a channel has of its change. */
function told(type: string, prop: string, words: string, before: string, after: string) {
  const props = { username: 'reader', [`old_${prop}`]: before, [`new_${prop}`]: after }
  return [`system_${type}_change`, `reader ${words}`, props]
}

test('a change that breaks a rule changes nothing, and says which', async () => {
  const { db, reader, admin, teamId, channels, channelNamed } = await start('reader', 'admin')
  const [{ id }, square] = [await channelNamed('builds'), await channelNamed('town-square')]
  const direct = await reader.postJson(`${channels}/create_direct`, { user_id: admin.id })
  const gone = await addChannel(db, teamId, 'gone')
  await db.channelMember.create({ data: { channelId: gone.id, userId: reader.id } })
  await db.channel.update({ where: { id: gone.id }, data: { deleteAt: 1 } })
  const taken = '400 store.sql_channel.save_channel.exists.app_error'
  const cases: [action: string, body: unknown, answer: string][] = [
    ['update', { id, name: 'off-topic' }, taken],
    ['update', { id, name: 'gone' }, taken],
    ['update', { id, name: 'x' }, rule('2_or_more')],
    ['update', { id, name: 'a__b' }, '400 api.channel.create_channel.invalid_character.app_error'],
    ['update', { id, display_name: '🎺'.repeat(65) }, rule('display_name')],
    ['update', { id, header: 'x'.repeat(1025) }, rule('header')],
    ['update', { id, purpose: 'x'.repeat(251) }, rule('purpose')],
    ['update', { id, type: 'P' }, invalid],
    ['update', { id: square.id, name: 'square' }, '400 api.channel.update_channel.tried.app_error'],
    ['update', { id: direct.id, name: 'ours' }, '400 api.channel.create_channel.invalid_character.app_error'],
    ['update', { id: gone.id, header: 'h' }, archived],
    ['update', { header: 'h' }, invalid],
    ['update_header', { channel_id: gone.id, channel_header: 'h' }, archived],
    ['update_header', { channel_id: id, channel_header: 'x'.repeat(1025) }, rule('header')],
    ['update_header', { channel_id: 'short', channel_header: 'h' }, invalid],
    ['update_header', { channel_id: noSuchId }, '404 store.sql_channel.get.existing.app_error'],
    ['update_purpose', { channel_id: id, channel_purpose: '🎺'.repeat(251) }, rule('purpose')],
    ['update_purpose', 'nonsense', invalid],
    ['update_purpose', { channel_id: id, channel_purpose: '🎺'.repeat(250) }, '200'],
    ['update_header', { channel_id: direct.id, channel_header: 'between us' }, '200'],
  ]
  const answers = []
  for (const [action, body] of cases)
    answers.push([action, body, await reader.statusAndId(`${channels}/${action}`, body)])
  expect(answers).toEqual(cases)
  expect(await channelNamed('builds')).toMatchObject({ displayName: 'Builds', header: '', type: 'O' })
})

test('a member chooses what to be told of in a channel, and what is unread of a team counts by it', async () => {
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

test('public channels are found by the beginnings of their words, with those to join told apart', async () => {
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

test('memberships of a channel and a team are asked for by the ids of users', async () => {
  const { reader, ada, teamId, channels, channelNamed } = await start('reader', 'ada')
  const { id } = await channelNamed('builds')
  const asked = [reader.id, ada.id, noSuchId]
  const users = async (caller: Caller, path: string) =>
    (await caller.postJson(path, asked)).map(({ user_id }: { user_id: string }) => user_id)
  expect(await users(reader, `${channels}/${id}/members/ids`)).toEqual([reader.id])
  expect(await users(reader, `/teams/${teamId}/members/ids`)).toEqual([reader.id, ada.id].toSorted())
  expect(await reader.statusAndId(`${channels}/${id}/members/ids`, {})).toBe(invalid)
})
