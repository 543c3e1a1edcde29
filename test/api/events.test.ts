import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { openListener, type ReceivedMessage, withToken } from './listener.js'
import { startApi } from './start-api.js'

/** Starts callers at one API process that listen at another. */
async function startListening<Name extends string>(...names: Name[]) {
  const api = await startApi()
  const { url } = await api.listen()
  const who = await api.callers(...names)
  const listeners = await Promise.all(
    names.map(async name => {
      const listener = await openListener(url, withToken(who[name].token))
      await eventually(() => expect(listener.received).toHaveLength(1)) // hello
      return [name, listener] as const
    }),
  )
  /** Returns each caller's events, after all have received one final event that goes to everybody. */
  const inboxes = async () => {
    await api.db.user.updateMany({
      data: { roles: 'system_user system_admin' },
      where: { username: 'admin' },
    })
    const { admin } = await api.callers('admin')
    const { id } = await admin.postJson('/users/create', {
      username: 'last',
      email: 'last@localhost',
      password: 'long enough',
    })
    const isLast = ({ event, data }: ReceivedMessage) => event === 'new_user' && data.user_id === id
    for (const [, { received }] of listeners) await eventually(() => expect(received.some(isLast)).toBe(true))
    const entries = listeners.map(([name, { received }]) => [
      name,
      received.slice(1, received.findIndex(isLast)).map(brief),
    ])
    return Object.fromEntries(entries) as Record<Name, unknown[]>
  }
  /** Resolves when the first caller was notified of a post with this text. An event has the post as it is by then. */
  const heard = (text: string) =>
    eventually(() => expect(listeners[0]?.[1].received.flatMap(brief)).toContain(text))
  const inTeam = (path: string) => `/teams/${api.teamId}${path}`
  const makeChannel = (name: string, type: 'O' | 'P') =>
    who[names[0] as Name].postJson(inTeam('/channels/create'), { name, display_name: name, type })
  return { ...api, ...who, inboxes, heard, inTeam, makeChannel }
}

/** Returns the event and its data, reduced to message and HTML for a post. */
function brief({ event, data }: ReceivedMessage): unknown[] {
  if (data.post === undefined) return [event, data]
  const { message, html } = JSON.parse(data.post)
  return [event, message, html]
}

/** Returns the expected event of a plain or empty post. */
const ofPost = (event: string, message: string) => [event, message, message && `<p>${message}</p>\n`]

test('notifies only a channel’s members of new, edited and deleted posts', async () => {
  const { alice, bob, heard, inboxes, ...more } = await startListening('alice', 'bob', 'carol')
  const { inTeam, makeChannel, teamId } = more
  const { id } = await makeChannel('plans', 'P')
  const channel = inTeam(`/channels/${id}`)
  await alice.postJson(`${channel}/add`, { user_id: bob.id })
  const post = await alice.postJson(`${channel}/posts/create`, { message: 'hello @bob' })
  await heard('hello @bob')
  await alice.postJson(`${channel}/posts/update`, { id: post.id, message: 'hello again' })
  await heard('hello again')
  await alice.postJson(`${channel}/posts/${post.id}/delete`)
  await alice.postJson(`${channel}/delete`)
  await alice.postJson(`${channel}/restore`)
  const both = [
    ['user_added', { channel_id: id, user_id: bob.id, team_id: teamId }],
    ofPost('posted', 'bob added to the channel by alice.'),
    ['posted', 'hello @bob', '<p>hello <a class="mention" data-mention="bob">@bob</a></p>\n'],
    ofPost('post_edited', 'hello again'),
    ofPost('post_deleted', ''),
    ofPost('posted', 'alice has archived the channel.'),
    ['channel_deleted', { channel_id: id }],
    ofPost('posted', 'alice has restored the channel.'),
    ['channel_restored', { channel_id: id }],
  ]
  const created = ['channel_created', { channel_id: id, team_id: teamId }]
  expect(await inboxes()).toEqual({ alice: [created, ...both], bob: both, carol: [] })
})

test('a new member is notified of what follows, and a removed one of the removal last', async () => {
  const { alice, bob, inboxes, inTeam, makeChannel, teamId } = await startListening('alice', 'bob', 'carol')
  const { id } = await makeChannel('plans', 'O')
  const channel = inTeam(`/channels/${id}`)
  await bob.postJson(`${channel}/join`)
  await bob.postJson(`${channel}/join`) // is a member already, so there is no event
  await bob.postJson(inTeam('/channels/view'), { channel_id: id })
  await alice.postJson(`${channel}/remove`, { user_id: bob.id })
  await alice.postJson(`${channel}/posts/create`, { message: 'without bob' })
  await alice.postJson(`${channel}/delete`)
  await alice.postJson(`${channel}/restore`)
  const coming = [
    ['user_added', { channel_id: id, user_id: bob.id, team_id: teamId }],
    ofPost('posted', 'bob has joined the channel.'),
  ]
  const removed = ['user_removed', { channel_id: id, user_id: bob.id, remover_id: alice.id }]
  const deleted = ['channel_deleted', { channel_id: id }]
  const restored = ['channel_restored', { channel_id: id }]
  expect(await inboxes()).toEqual({
    alice: [
      ['channel_created', { channel_id: id, team_id: teamId }],
      ...coming,
      ofPost('posted', 'bob was removed from the channel.'),
      removed,
      ofPost('posted', 'without bob'),
      ofPost('posted', 'alice has archived the channel.'),
      deleted,
      ofPost('posted', 'alice has restored the channel.'),
      restored,
    ],
    bob: [...coming, ['channel_viewed', { channel_id: id }], removed, deleted, restored],
    carol: [deleted, restored],
  })
})

test('both users of a direct channel are notified of it and its posts', async () => {
  const { alice, bob, inboxes, inTeam } = await startListening('alice', 'bob', 'carol')
  const { id } = await alice.postJson(inTeam('/channels/create_direct'), { user_id: bob.id })
  await bob.postJson(inTeam('/channels/create_direct'), { user_id: alice.id }) // exists already
  await bob.postJson(inTeam(`/channels/${id}/posts/create`), { message: 'psst' })
  const connected = (other: { id: string }) => [
    ['direct_added', { channel_id: id, teammate_id: other.id }],
    ofPost('posted', 'psst'),
  ]
  expect(await inboxes()).toEqual({ alice: connected(bob), bob: connected(alice), carol: [] })
})

test('joining and leaving a team notifies the user, and leaving also the team', async () => {
  const { alice, stranger, inboxes, inTeam, teamId } = await startListening('alice', 'stranger')
  await alice.postJson(inTeam('/add_user_to_team'), { user_id: stranger.id })
  await alice.postJson(inTeam('/add_user_to_team'), { user_id: stranger.id }) // is a member already
  await stranger.postJson(inTeam('/remove_user_from_team'), { user_id: stranger.id })
  const data = { team_id: teamId, user_id: stranger.id }
  expect(await inboxes()).toEqual({
    alice: [['leave_team', data]],
    stranger: [
      ['added_to_team', data],
      ['leave_team', data],
    ],
  })
})

test('notifies everybody of a changed user or picture, without hidden fields', async () => {
  const { alice, inboxes } = await startListening('alice', 'stranger')
  await alice.postJson('/users/update', { id: alice.id, nickname: 'Ali' })
  await alice.postJson(`/users/${alice.id}/image/reset`, {})
  const shown = await inboxes()
  const seen = (email: string) =>
    Array(2).fill(['user_updated', { user: expect.objectContaining({ nickname: 'Ali', email }) }])
  expect(shown).toEqual({ alice: seen('alice@localhost'), stranger: seen('') })
  expect(JSON.stringify(shown.stranger)).not.toContain('notify_props')
})
