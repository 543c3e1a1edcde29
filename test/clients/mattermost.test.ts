import { saveSettings } from '@posthorn/db'
import { Client, WebSocketClient } from 'mattermost'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startApi } from '../api/start-api.js'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'

/** A browser global that the client expects and Node 20 lacks. */
Object.assign(globalThis, { WebSocket })

type Named = { id: string; name: string }
type PostList = { order: string[]; posts: Record<string, { message: string; create_at: number }> }

/** The client of Mattermost's platform 3.4, which never names its team when it logs in. */
async function startClient() {
  const api = await startApi()
  await saveSettings(api.db, { RequireTeamNameAtLogin: false })
  const { url } = await api.listen()
  const client = new Client()
  client.setUrl(url)
  client.useHeaderToken()
  return { ...api, url, client }
}

/** Returns the response of a call that takes callbacks. */
function answerOf<Body>(
  call: (success: (body: never) => void, error: (refusal: unknown) => void) => void,
): Promise<Body> {
  return new Promise((resolve, reject) => call(body => resolve(body as Body), reject))
}

const logIn = (client: Client, secret = password) =>
  answerOf<{ id: string; username: string }>((...then) => client.login('reader', secret, '', ...then))

/** Finds teams and channels as a program does. */
async function findChannel(client: Client, name: string): Promise<Named> {
  const [team] = Object.values(
    await answerOf<Record<string, Named>>((...then) => client.getAllTeams(...then)),
  )
  client.setTeamId(team?.id ?? '')
  const channels = await answerOf<Named[]>((...then) => client.getChannels(...then))
  const found = channels.find(channel => channel.name === name)
  if (!found) throw new Error(`no channel ${name} among ${channels.map(channel => channel.name)}`)
  return found
}

test("Mattermost's own client logs in, finds its channel, writes, and reads what people and hooks wrote", async () => {
  const { client, send, work, allWorked } = await startClient()
  expect(await logIn(client)).toMatchObject({ username: 'reader' })
  const channel = await findChannel(client, 'town-square')
  const written = await answerOf<{ id: string; create_at: number }>((...then) =>
    client.createPost({ channel_id: channel.id, message: 'by hand' }, ...then),
  )
  await work()
  await send({ text: 'by a **hook**' })
  await allWorked()
  const read = await answerOf<PostList>((...then) => client.getPostsPage(channel.id, 0, 10, ...then))
  expect(read.order.map(id => read.posts[id]?.message)).toEqual(['by a **hook**', 'by hand'])
  const since = await answerOf<PostList>((...then) => client.getPosts(channel.id, written.create_at, ...then))
  expect(since.order).toEqual(read.order)
  expect(client.getServerVersion()).toMatch(/./)
})

test("Mattermost's own client understands a refusal, and is logged out after its logout", async () => {
  const { client } = await startClient()
  const id = 'api.user.check_user_password.invalid.app_error'
  await expect(logIn(client, 'wrong')).rejects.toMatchObject({ id, status_code: 401 })
  await logIn(client)
  await answerOf((...then) => client.logout(...then))
  const me = answerOf((...then) => client.getMe(...then))
  await expect(me).rejects.toMatchObject({ id: 'api.context.session_expired.app_error' })
})

test("Mattermost's own client starts, stores preferences, changes a channel, and finds a post and its permalink", async () => {
  const { client } = await startClient()
  const { id: user_id } = await logIn(client)
  const theme = { user_id, category: 'display', name: 'theme', value: 'dark' }
  expect(await answerOf((...then) => client.savePreferences([theme], ...then))).toBe(true)
  const begun = await answerOf((...then) => client.getInitialLoad(...then))
  expect(begun).toMatchObject({ user: { id: user_id }, preferences: [theme] })
  const kept = await answerOf((...then) => client.getPreferenceCategory('display', ...then))
  expect(kept).toEqual([theme])
  const { id } = await findChannel(client, 'town-square')
  const changed = await answerOf((...then) => client.updateChannelHeader(id, 'Here', ...then))
  expect(changed).toMatchObject({ id, header: 'Here' })
  const post = { channel_id: id, message: 'a needle in hay' }
  const written = await answerOf<{ id: string }>((...then) => client.createPost(post, ...then))
  const found = await answerOf<PostList>((...then) => client.search('needle', false, ...then))
  expect(found.order).toEqual([written.id])
  expect(await answerOf((...then) => client.getPermalinkTmp(written.id, ...then))).toEqual(found)
  expect(await answerOf((...then) => client.getStatuses(...then))).toEqual({})
})

test("Mattermost's own WebSocket client receives a hook's post", async () => {
  const { client, url, send, work } = await startClient()
  await logIn(client)
  const messages: string[] = []
  const socket = new WebSocketClient()
  socket.setEventCallback(({ event, data }) => {
    if (event === 'posted') messages.push(JSON.parse(data.post ?? '').message)
  })
  const open = new Promise<void>(resolve => socket.setReconnectCallback(resolve))
  socket.initialize(`${url.replace('http', 'ws')}/api/v3/users/websocket`)
  onTestFinished(() => socket.close())
  await open
  const reply = await new Promise<{ status: string }>(resolve =>
    socket.sendMessage('authentication_challenge', { token: client.token }, resolve),
  )
  expect(reply.status).toBe('OK')
  await work()
  await send({ text: 'by a hook' })
  await eventually(() => expect(messages).toEqual(['by a hook']))
})
