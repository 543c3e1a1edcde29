import { directChannels } from '@posthorn/db'
import { expect, test } from 'vitest'
import { addChannel, addPosts, addTeam, addUser, noSuchId, startApi, team, teamNamed } from './start-api.js'

test('users see their own teams, and system administrators all', async () => {
  const { db, callers, teamId } = await startApi()
  const { reader, admin } = await callers('reader', 'admin')
  const other = await addTeam(db, 'other-team')
  const [mine, all] = [await reader.client.listTeams(), await admin.client.listTeams()]
  const first = await teamNamed(db, team)
  expect(mine).toEqual({
    [teamId]: {
      id: teamId,
      create_at: Number(first.createAt),
      update_at: Number(first.updateAt),
      delete_at: 0,
      display_name: 'First Team',
      name: 'first-team',
      description: '',
      email: '',
      type: 'O',
      company_name: '',
      allowed_domains: '',
      invite_id: first.inviteId,
      allow_open_invite: false,
    },
  })
  expect(Object.keys(all).toSorted()).toEqual([teamId, other.id].toSorted())
  expect(all[other.id]?.email).toBe('owner@localhost')
})

test('users see their channels of a team, and their direct channels', async () => {
  const { db, teamId, callers } = await startApi()
  const { reader, admin } = await callers('reader', 'admin')
  await addChannel(db, teamId, 'not-joined')
  await directChannels(db, [{ userId: reader.id, otherId: admin.id }], Date.now())
  const channels = await reader.getJson(`/teams/${teamId}/channels/`)
  expect(await reader.getJson(`/teams/${teamId}/channels`)).toEqual(channels)
  expect(channels.map(({ name, type, team_id }: Record<string, string>) => [name, type, team_id])).toEqual([
    [[reader.id, admin.id].toSorted().join('__'), 'D', ''],
    ['builds', 'O', teamId],
    ['off-topic', 'O', teamId],
    ['town-square', 'O', teamId],
  ])
  const builds = await db.channel.findFirstOrThrow({ where: { name: 'builds' } })
  expect(channels[1]).toEqual({
    id: builds.id,
    create_at: Number(builds.createAt),
    update_at: Number(builds.updateAt),
    delete_at: 0,
    team_id: teamId,
    type: 'O',
    display_name: 'Builds',
    name: 'builds',
    header: '',
    purpose: 'What the machines have to say',
    last_post_at: 0,
    total_msg_count: 0,
    extra_update_at: 0,
    creator_id: builds.creatorId,
  })
})

test('returns a page of posts newest first, without deleted ones, with exactly the documented fields', async () => {
  const { db, teamId, channelNamed, callers } = await startApi()
  const channel = await channelNamed('builds')
  const ids = await addPosts(db, channel.id, ['one', 'two', 'three #release'])
  await addPosts(db, channel.id, ['deleted'], Date.now())
  const { reader } = await callers('reader')
  const page = async (offset: number, limit: number) =>
    await reader.getJson(`/teams/${teamId}/channels/${channel.id}/posts/page/${offset}/${limit}`)
  const list = await page(0, 2)
  expect(list.order).toEqual(ids.slice(0, 2))
  expect(Object.keys(list.posts)).toEqual(list.order)
  expect((await page(2, 2)).order).toEqual(ids.slice(2))
  expect(await page(3, 1000)).toEqual({ order: [], posts: {} })
  expect(await page(0, 0)).toEqual({ order: [], posts: {} })
  expect(list.posts[ids[0] ?? '']).toEqual({
    id: ids[0],
    create_at: 1_800_000_000_000,
    update_at: 1_800_000_000_001,
    edit_at: 0,
    delete_at: 0,
    is_pinned: false,
    user_id: noSuchId,
    channel_id: channel.id,
    root_id: '',
    parent_id: '',
    original_id: '',
    message: 'three #release',
    type: '',
    props: { from_webhook: 'true' },
    hashtags: '#release',
    pending_post_id: '',
  })
})

test('rejects reading hidden and missing objects', async () => {
  const { db, teamId, channelNamed, callers } = await startApi()
  const forbidden = '403 api.context.permissions.app_error'
  const noChannel = '404 store.sql_channel.get.existing.app_error'
  const noTeam = '400 store.sql_team.get.find.app_error'
  const invalid = '400 api.context.invalid_param.app_error'
  const tooLong = '400 store.sql_post.get_posts.app_error'
  const other = await addTeam(db, 'other-team')
  const [elsewhere, secret, builds, open] = await Promise.all([
    addChannel(db, other.id, 'elsewhere'),
    addChannel(db, teamId, 'secret', 'P'),
    channelNamed('builds'),
    addChannel(db, teamId, 'not-joined'),
  ])
  const [dora, eve] = [await addUser(db, 'dora'), await addUser(db, 'eve')]
  const direct = await directChannels(db, [{ userId: dora.id, otherId: eve.id }], Date.now())
  const theirs = [...direct.values()][0]?.id
  const page = (team: string, channel = builds.id, rest = '0/10') =>
    `/teams/${team}/channels/${channel}/posts/page/${rest}`

  // the path, the reader's answer, the system administrator's answer
  const cases: [path: string, reader: string, admin: string][] = [
    [page(teamId), '200', '200'],
    [page(teamId, open.id), forbidden, '200'],
    [page(teamId, secret.id), forbidden, '200'],
    [page(teamId, theirs), forbidden, '200'],
    [page(teamId, elsewhere.id), noChannel, noChannel],
    [page(teamId, noSuchId), noChannel, noChannel],
    [page(other.id, elsewhere.id), forbidden, '200'],
    [page(other.id), forbidden, noChannel],
    [page(noSuchId), forbidden, noTeam],
    [page('first-team'), invalid, invalid],
    [page(teamId, 'builds'), invalid, invalid],
    [page(teamId, '%00'.repeat(26)), invalid, invalid],
    [page(teamId, builds.id, '0/1000'), '200', '200'],
    [page(teamId, builds.id, '0/1001'), tooLong, tooLong],
    ...[
      `/teams/${teamId}/channels/more`,
      `/teams/${teamId}/members`,
      `/teams/${teamId}/users`,
      '/users',
    ].flatMap((list): [string, string, string][] => [
      [`${list}/0/1000`, '200', '200'],
      [`${list}/0/1001`, tooLong, tooLong],
    ]),
    [page(teamId, builds.id, '999999999/10'), '200', '200'],
    ...['-1/10', '0/-1', '1.5/10', '0/ten', '0x1/10', '0/%20', '9999999999/10', '0/1e3'].map(
      (rest): [string, string, string] => [page(teamId, builds.id, rest), invalid, invalid],
    ),
    [`/teams/${other.id}/channels/`, forbidden, '200'],
    [`/teams/${noSuchId}/channels/`, forbidden, noTeam],
    ['/teams/first-team/channels/', invalid, invalid],
    ['/teams/all/', '404 api.context.404.app_error', '404 api.context.404.app_error'],
    ['/users/me/', '404 api.context.404.app_error', '404 api.context.404.app_error'],
  ]
  const { reader, admin } = await callers('reader', 'admin')
  const answers = await Promise.all(
    cases.map(async ([path]) => [path, await reader.statusAndId(path), await admin.statusAndId(path)]),
  )
  expect(answers).toEqual(cases)
})

test('a member reads a direct channel through any team of theirs', async () => {
  const { db, callers, teamId } = await startApi()
  const { reader, admin } = await callers('reader', 'admin')
  const pair = { userId: reader.id, otherId: admin.id }
  const [channel] = (await directChannels(db, [pair], Date.now())).values()
  const ids = await addPosts(db, channel?.id ?? '', ['psst'])
  const page = await reader.getJson(`/teams/${teamId}/channels/${channel?.id}/posts/page/0/10`)
  expect(page.order).toEqual(ids)
})
