import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { addChannel, addTeam, noSuchId, startApi } from './start-api.js'

const invalid = '400 api.context.invalid_param.app_error'
const forbidden = '403 api.context.permissions.app_error'
const noChannel = '404 store.sql_channel.get.existing.app_error'
const notIn = '404 store.sql_channel.get_member.missing.app_error'

/** Starts an API, callers, and the path of the team's channels. */
async function start<Name extends string>(...names: Name[]) {
  const api = await startApi()
  const channels = `/teams/${api.teamId}/channels`
  const noticesIn = async (channelId: string) => {
    const rows = await api.db.post.findMany({ where: { channelId }, orderBy: { id: 'asc' } })
    return rows.map(({ type, message }) => [type, message])
  }
  return { ...api, channels, noticesIn, ...(await api.callers(...names)) }
}

test('a member creates a channel, and becomes its first member and administrator', async () => {
  const { reader, channels, teamId } = await start('reader')
  const asked = { name: 'release-1_x', display_name: 'Release 🎺', type: 'P', header: 'h', purpose: 'p' }
  const made = await reader.postJson(`${channels}/create`, asked)
  expect(made).toMatchObject({
    ...asked,
    id: expect.stringMatching(/^[0-9a-z]{26}$/),
    team_id: teamId,
    creator_id: reader.id,
    delete_at: 0,
    total_msg_count: 0,
  })
  const { channel, member } = await reader.getJson(`${channels}/${made.id}/`)
  expect(channel).toEqual(made)
  expect(member).toEqual({
    channel_id: made.id,
    user_id: reader.id,
    roles: 'channel_user channel_admin',
    last_viewed_at: 0,
    msg_count: 0,
    mention_count: 0,
    notify_props: { desktop: 'default', email: 'default', push: 'default', mark_unread: 'all' },
    last_update_at: made.create_at,
  })
})

test('rejects an invalid channel with the broken rule', async () => {
  const { reader, stranger, channels, teamId } = await start('reader', 'stranger')
  const good = { name: 'fine', display_name: 'Fine', type: 'O' }
  const rule = (name: string) => `400 model.channel.is_valid.${name}.app_error`
  const cases: [body: unknown, answer: string][] = [
    [{ ...good, type: 'D' }, '400 api.channel.create_channel.direct_channel.app_error'],
    [{ ...good, name: 'a__b' }, '400 api.channel.create_channel.invalid_character.app_error'],
    [{ ...good, name: 'builds' }, '400 store.sql_channel.save_channel.exists.app_error'],
    ...['', 'x', 'Upper', 'spa ce', '-ab', 'ab_', 'é'.repeat(5), 'n'.repeat(65)].map(
      (name): [unknown, string] => [{ ...good, name }, rule('2_or_more')],
    ),
    [{ ...good, display_name: '' }, rule('display_name')],
    [{ ...good, display_name: '🎺'.repeat(65) }, rule('display_name')],
    [{ ...good, header: 'x'.repeat(1025) }, rule('header')],
    [{ ...good, purpose: 'x'.repeat(251) }, rule('purpose')],
    [{ ...good, type: 'X' }, rule('type')],
    [{ ...good, name: 5 }, invalid],
    [{ ...good, header: 'a\0b' }, invalid],
    [{ ...good, team_id: noSuchId }, invalid],
    ['not json', invalid],
    ['[]', invalid],
    ['null', invalid],
    [{ ...good, name: 'n'.repeat(64), display_name: '🎺'.repeat(64), team_id: teamId }, '200'],
  ]
  const answers = []
  for (const [body] of cases) answers.push([body, await reader.statusAndId(`${channels}/create`, body)])
  expect(answers).toEqual(cases)
  expect(await stranger.statusAndId(`${channels}/create`, good)).toBe(forbidden)
})

test('limits a team to MaxChannelsPerTeam active channels, even with concurrent creations', async () => {
  const { db, teamId, reader, admin, channels } = await start('reader', 'admin')
  const allow = (MaxChannelsPerTeam: number) =>
    admin.postJson('/admin/save_config', { TeamSettings: { MaxChannelsPerTeam } })
  const make = (name: string) =>
    reader.statusAndId(`${channels}/create`, { name, display_name: name, type: 'O' })
  const live = () => db.channel.count({ where: { teamId, deleteAt: 0 } })
  const most = (await live()) + 3
  const tooMany = '400 api.channel.create_channel.max_channel_limit.app_error'
  await allow(1)
  expect(await make('too-many')).toBe(tooMany)
  await allow(most)
  expect(await make('first')).toBe('200')
  const answers = await Promise.all(Array.from({ length: 8 }, (_, number) => make(`c-${number}`)))
  expect(answers.toSorted()).toEqual([...Array(2).fill('200'), ...Array(6).fill(tooMany)])
  expect(await live()).toBe(most)
  await db.channel.updateMany({ where: { teamId, name: 'first' }, data: { deleteAt: 1 } })
  expect(await make('instead')).toBe('200')
})

test('team members find public channels and join each once', async () => {
  const { db, reader, channels, teamId, noticesIn } = await start('reader')
  const [open, closed] = [await addChannel(db, teamId, 'open'), await addChannel(db, teamId, 'closed', 'P')]
  await db.channel.update({ where: { id: open.id }, data: { totalMsgCount: 7, lastPostAt: 70 } })
  const more = async () =>
    (await reader.getJson(`${channels}/more/0/100`)).map(({ id }: { id: string }) => id)
  expect(await more()).toEqual([open.id])
  expect(await reader.statusAndId(`${channels}/name/open`)).toBe(forbidden)
  for (const way of [open.id, 'name/open']) {
    expect((await reader.postJson(`${channels}/${way}/join`)).id).toBe(open.id)
  }
  expect(await more()).toEqual([])
  expect(await noticesIn(open.id)).toEqual([['system_join_channel', 'reader has joined the channel.']])
  const { channel, member } = await reader.getJson(`${channels}/${open.id}`)
  expect(channel.total_msg_count).toBe(7) // joining and leaving are not counted
  expect(member).toMatchObject({ msg_count: 7, last_viewed_at: 70, mention_count: 0 })
  expect(await reader.statusAndId(`${channels}/${closed.id}/join`, {})).toBe(
    '403 api.channel.join_channel.permissions.app_error',
  )
  expect((await reader.getJson(`${channels}/name/open`)).id).toBe(open.id)
  expect(await reader.statusAndId(`${channels}/name/nope/join`, {})).toBe(
    '404 store.sql_channel.get_by_name.missing.app_error',
  )
  expect(await reader.statusAndId(`${channels}/name/%00`)).toBe(
    '404 store.sql_channel.get_by_name.missing.app_error',
  )
})

test('a member can leave a channel, except the default one and a private one as its last member', async () => {
  const { reader, channels, channelNamed, noticesIn } = await start('reader')
  const [builds, square] = [await channelNamed('builds'), await channelNamed('town-square')]
  expect(await reader.postJson(`${channels}/${builds.id}/leave`)).toEqual({ id: builds.id })
  expect(await reader.statusAndId(`${channels}/${builds.id}/leave`, {})).toBe(notIn)
  expect(await noticesIn(builds.id)).toEqual([['system_leave_channel', 'reader has left the channel.']])
  expect(await reader.statusAndId(`${channels}/${square.id}/leave`, {})).toBe(
    '400 api.channel.remove.default.app_error',
  )
  const own = await reader.postJson(`${channels}/create`, { name: 'own', display_name: 'Own', type: 'P' })
  expect(await reader.statusAndId(`${channels}/${own.id}/leave`, {})).toBe(
    '400 api.channel.leave.last_member.app_error',
  )
})

test('a member adds team members, who are notified, and removes them', async () => {
  const api = await start('reader', 'ada', 'stranger')
  const { reader, ada, stranger, channels, noticesIn } = api
  const { id } = await reader.postJson(`${channels}/create`, { name: 'own', display_name: 'Own', type: 'P' })
  const add = (who: string) => reader.statusAndId(`${channels}/${id}/add`, { user_id: who })
  expect(await ada.statusAndId(`${channels}/${id}/add`, { user_id: ada.id })).toBe(forbidden)
  expect(await add('short')).toBe(invalid)
  expect(await add(noSuchId)).toBe('404 store.sql_user.missing_account.const')
  expect(await add(stranger.id)).toBe('400 api.channel.add_user.to.channel.failed.app_error')
  expect([await add(ada.id), await add(ada.id)]).toEqual(['200', '200'])
  expect((await ada.getJson(`${channels}/${id}`)).member).toMatchObject({ mention_count: 1, msg_count: 0 })
  expect(await reader.getJson(`${channels}/${id}/stats`)).toEqual({ channel_id: id, member_count: 2 })
  expect(await reader.getJson(`${channels}/${id}/stats?html=true`)).toHaveProperty('header_html')
  expect(await ada.getJson(`${channels}/${id}/members/${reader.id}`)).toMatchObject({ user_id: reader.id })
  const gone = await reader.postJson(`${channels}/${id}/remove`, { user_id: ada.id })
  expect(gone).toEqual({ channel_id: id, removed_user_id: ada.id })
  expect(await ada.statusAndId(`${channels}/${id}`)).toBe(notIn)
  expect(await reader.statusAndId(`${channels}/${id}/members/${ada.id}`)).toBe(notIn)
  expect(await noticesIn(id)).toEqual([
    ['system_add_to_channel', 'ada added to the channel by reader.'],
    ['system_remove_from_channel', 'ada was removed from the channel.'],
  ])
})

test('two users share one direct channel, which nobody joins, leaves or archives', async () => {
  const { reader, admin, channels } = await start('reader', 'admin')
  const direct = await reader.postJson(`${channels}/create_direct`, { user_id: admin.id })
  expect(direct).toMatchObject({ type: 'D', team_id: '', name: [reader.id, admin.id].toSorted().join('__') })
  expect(await admin.postJson(`${channels}/create_direct`, { user_id: reader.id })).toEqual(direct)
  const noOther = '400 api.channel.create_direct_channel.invalid_user.app_error'
  const create = (who: unknown) => reader.statusAndId(`${channels}/create_direct`, { user_id: who })
  expect(await Promise.all([reader.id, noSuchId, 'x', 5].map(create))).toEqual([
    noOther,
    noOther,
    invalid,
    invalid,
  ])
  const fixed = '400 api.channel.add_user_to_channel.type.app_error'
  expect(await reader.statusAndId(`${channels}/${direct.id}/leave`, {})).toBe(fixed)
  expect(await reader.statusAndId(`${channels}/${direct.id}/remove`, { user_id: admin.id })).toBe(fixed)
  expect(await reader.statusAndId(`${channels}/${direct.id}/delete`, {})).toBe(
    '400 api.channel.delete_channel.type.invalid',
  )
})

test('archiving a channel ends its hooks, and prevents posting and joining', async () => {
  const { db, reader, ada, admin, channels, channelNamed, noticesIn } = await start('reader', 'ada', 'admin')
  const [builds, square] = [await channelNamed('builds'), await channelNamed('town-square')]
  await db.hook.updateMany({ data: { channelId: builds.id, userId: reader.id } })
  expect(await ada.statusAndId(`${channels}/${builds.id}/delete`, {})).toBe(forbidden)
  expect(await reader.postJson(`${channels}/${builds.id}/delete`)).toEqual({ id: builds.id })
  expect(await db.hook.count({ where: { deleteAt: 0 } })).toBe(0)
  expect(await noticesIn(builds.id)).toEqual([['system_channel_deleted', 'reader has archived the channel.']])
  const answers = [
    await reader.statusAndId(`${channels}/${builds.id}/delete`, {}),
    await reader.statusAndId(`${channels}/${builds.id}/posts/create`, { message: 'x' }),
    await ada.statusAndId(`${channels}/${builds.id}/join`, {}),
    await reader.statusAndId(`${channels}/${builds.id}/add`, { user_id: ada.id }),
    await reader.statusAndId(`${channels}/${builds.id}/leave`, {}),
    await admin.statusAndId(`${channels}/${square.id}/delete`, {}),
    await reader.statusAndId(`${channels}/name/builds`),
    await reader.statusAndId(`${channels}/${builds.id}/posts/page/0/10`),
  ]
  const archivedForMembers = '400 api.channel.add_user_to_channel.deleted.app_error'
  expect(answers).toEqual([
    '400 api.channel.delete_channel.deleted.app_error',
    '400 api.post.create_post.can_not_post_to_deleted.error',
    archivedForMembers,
    archivedForMembers,
    archivedForMembers,
    '400 api.channel.delete_channel.cannot.app_error',
    '404 store.sql_channel.get_by_name.missing.app_error',
    '200',
  ])
  const names = (await reader.getJson(`${channels}/`)).map(({ name }: { name: string }) => name)
  expect(names).not.toContain('builds')
})

test('viewing a channel resets its unread posts and mentions', async () => {
  const { reader, admin, channels, channelNamed } = await start('reader', 'admin')
  const [builds, square] = [await channelNamed('builds'), await channelNamed('town-square')]
  const unread = async (id: string) => {
    const { channel, member } = await reader.getJson(`${channels}/${id}`)
    return { posts: channel.total_msg_count - member.msg_count, mentions: member.mention_count }
  }
  let last = { create_at: 0 }
  for (const message of ['@reader', 'plain', '@channel'])
    last = await admin.postJson(`${channels}/${builds.id}/posts/create`, { message })
  await admin.postJson(`${channels}/${square.id}/posts/create`, { message: '@reader' })
  expect([await unread(builds.id), await unread(square.id)]).toEqual([
    { posts: 3, mentions: 2 },
    { posts: 1, mentions: 1 },
  ])
  const view = (body: unknown) => reader.statusAndId(`${channels}/view`, body)
  expect(await reader.postJson(`${channels}/view`, { channel_id: builds.id })).toEqual({ status: 'OK' })
  expect(await unread(builds.id)).toEqual({ posts: 0, mentions: 0 })
  const { member } = await reader.getJson(`${channels}/${builds.id}`)
  expect(member.last_viewed_at).toBe(last.create_at)
  expect(await unread(square.id)).toEqual({ posts: 1, mentions: 1 })
  expect(await view({ channel_id: '', prev_channel_id: square.id })).toBe('200')
  expect(await unread(square.id)).toEqual({ posts: 0, mentions: 0 })
  expect(await view({ channel_id: noSuchId })).toBe('200')
  expect([await view({}), await view({ channel_id: 'x' }), await view('nonsense')]).toEqual([
    invalid,
    invalid,
    invalid,
  ])
  const mine = await reader.getJson(`${channels}/members`)
  expect(mine.map(({ mention_count }: { mention_count: number }) => mention_count)).toEqual([0, 0, 0])
})

test('posting marks the channel as read for the author, and later hook posts count again', async () => {
  const { db, reader, channels, channelNamed, url, work } = await start('reader')
  const square = await channelNamed('town-square')
  const send = (text: string) =>
    fetch(`${url}/hooks/${firstHookKey}`, { method: 'POST', body: JSON.stringify({ text }) })
  await work()
  await send('@reader')
  await expect.poll(() => db.post.count()).toBe(1)
  const unread = async () => {
    const { channel, member } = await reader.getJson(`${channels}/${square.id}`)
    return [channel.total_msg_count, member.msg_count, member.mention_count]
  }
  expect(await unread()).toEqual([1, 0, 1])
  await reader.postJson(`${channels}/${square.id}/posts/create`, { message: 'seen, @reader @all' })
  expect(await unread()).toEqual([2, 2, 0])
  await send('one more for @reader')
  await expect.poll(unread).toEqual([3, 2, 1])
})

test('concurrent posts and views end in consistent counts', async () => {
  const { db, reader, admin, channels, channelNamed, url, work } = await start('reader', 'admin')
  const { id } = await channelNamed('town-square')
  await Promise.all([work(), work()])
  const text = '@reader @channel'
  const steps = [
    () => admin.statusAndId(`${channels}/${id}/posts/create`, { message: text }),
    () => reader.statusAndId(`${channels}/view`, { channel_id: id, prev_channel_id: noSuchId }),
    () => fetch(`${url}/hooks/${firstHookKey}`, { method: 'POST', body: JSON.stringify({ text }) }),
  ]
  await Promise.all(Array.from({ length: 60 }, (_, index) => steps[index % 3]?.()))
  await expect.poll(() => db.post.count()).toBe(40)
  const { channel, member } = await reader.getJson(`${channels}/${id}`)
  expect(channel.total_msg_count).toBe(40)
  expect(member.mention_count).toBe(channel.total_msg_count - member.msg_count) // every post mentions
  expect(await db.mention.count()).toBe(80)
})

test('does not send an unchanged list or channel again', async () => {
  const { reader, channels, channelNamed } = await start('reader')
  const builds = await channelNamed('builds')
  for (const path of [
    `${channels}/`,
    `${channels}/${builds.id}`,
    `${channels}/${builds.id}/posts/page/0/10`,
  ]) {
    const { etag } = (await reader.get(path)).headers
    expect(etag).toMatch(/^test\.[\w-]+$/)
    const again = await reader.get(path, { 'if-none-match': String(etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    await reader.postJson(`${channels}/${builds.id}/posts/create`, { message: 'new' })
    expect((await reader.get(path, { 'if-none-match': String(etag) })).statusCode).toBe(200)
  }
})

test('only team members can make calls about channels', async () => {
  const { db, reader, stranger, channels, channelNamed, call } = await start('reader', 'stranger')
  const { id } = await channelNamed('builds')
  const other = await addTeam(db, 'other-team')
  const elsewhere = await addChannel(db, other.id, 'elsewhere')
  const gets = [
    '',
    '/more/0/10',
    '/members',
    `/${id}`,
    '/name/builds',
    `/${id}/stats`,
    `/${id}/members/${reader.id}`,
  ]
  const posts = ['/create', '/create_direct', '/view', '/name/builds/join']
  const onChannel = ['/join', '/leave', '/add', '/remove', '/delete']
  for (const path of gets) {
    expect([path, await stranger.statusAndId(channels + path)]).toEqual([path, forbidden])
    expect((await call(channels + path)).statusCode).toBe(401)
  }
  for (const path of [...posts, ...onChannel.map(action => `/${id}${action}`)]) {
    expect([path, await stranger.statusAndId(channels + path, {})]).toEqual([path, forbidden])
    expect((await call(channels + path, { method: 'POST' })).statusCode).toBe(401)
  }
  for (const action of onChannel) {
    expect(await reader.statusAndId(`${channels}/${elsewhere.id}${action}`, {})).toBe(noChannel)
    expect(await reader.statusAndId(`${channels}/${noSuchId}${action}`, {})).toBe(noChannel)
  }
})
