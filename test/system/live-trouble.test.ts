import { liveNews, publish } from '@posthorn/queue'
import { expect, inject, test } from 'vitest'
import { openFollower } from '../api/follower.js'
import { openListener, withToken } from '../api/listener.js'
import { addPosts, startApi } from '../api/start-api.js'
import { eventually } from '../support/eventually.js'
import { mapWithLimit } from '../support/map-with-limit.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startProxy } from '../support/start-proxy.js'
import type { TcpProxy } from '../support/tcp-proxy.js'
import { startWorkerProcess } from '../support/worker-process.js'

const goneWithoutFarewell = 1006
const comeBack = 1012
const comeBackLater = 1013

test('a client gets every post once while a worker is killed and connections to the bus break', async () => {
  const { redis: own } = await startOwnRedis()
  const api = await startApi(undefined, { redisUrl: own.url, prefix: 'posthorn' })
  const { databaseUrl, redis, send, outcomes, posts, teamId } = api
  const { id } = await api.channelNamed('town-square')
  const token = await api.tokenOf('reader')
  const urls = [(await api.listen()).url, (await api.listen()).url]
  const followers = [urls, urls.toReversed()].map(order =>
    openFollower(order, token, `/teams/${teamId}/channels/${id}`),
  )
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: own.url }
  // all posts fit into one response of `since`, because its clients do not page
  const texts = Array.from({ length: 900 }, (_, index) => `number ${index} ${'and **more** '.repeat(60)}`)
  await mapWithLimit(100, texts, text => send({ text }))

  const worker = await startWorkerProcess(env)
  await eventually(async () => expect(await redis.llen('posthorn:deliveries:active')).toBeGreaterThan(0))
  process.kill(worker.pid, 'SIGKILL')
  await worker.exited
  expect(await redis.llen('posthorn:deliveries:active')).toBeGreaterThan(0) // a batch was in progress
  await startWorkerProcess(env)
  for (let breaks = 0, posted = 0; breaks < 3; breaks++) {
    await eventually(async () => expect((await outcomes()).length).toBeGreaterThan(posted))
    posted = (await outcomes()).length
    await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  }

  await eventually(async () => expect(await outcomes()).toHaveLength(texts.length))
  const all = (await posts()).map(({ id, message }) => [id, message])
  expect(all).toHaveLength(texts.length)
  for (const follower of followers) {
    await eventually(() => expect(follower.posts()).toEqual(all))
    expect(follower.comings()).toBeGreaterThan(1)
  }
})

test('an api process whose bus connection goes silent disconnects its clients, which then catch up', async () => {
  const proxy = await startProxy(inject('redis'))
  const { listen, tokenOf, work, send, teamId, channelNamed } = await startApi(undefined, {
    redisUrl: proxy.url,
  })
  const token = await tokenOf('reader')
  const { url } = await listen()
  const reader = await openListener(url, withToken(token))
  await eventually(() => expect(reader.received).toHaveLength(1))
  proxy.fallSilent('both ways')
  expect(await reader.closed).toBe(comeBack)
  const { id } = await channelNamed('town-square')
  const follower = openFollower([url], token, `/teams/${teamId}/channels/${id}`)
  await work()
  await eventually(async () => {
    expect((await send({ text: 'again' })).status).toBe(200)
    expect(follower.received()).toBeGreaterThan(0)
  })
})

test('a client that connects during a Redis outage stays until Redis is back, and then reconnects', async () => {
  const { redis: own, again } = await startOwnRedis()
  const { listen, redis, tokenOf } = await startApi(undefined, { redisUrl: own.url })
  const token = await tokenOf('reader')
  const { url } = await listen()
  const before = await openListener(url, withToken(token))
  await own.stop()
  expect(await before.closed).toBe(comeBack)
  const meanwhile = await openListener(url, withToken(token))
  let attempts = 0
  redis.on('reconnecting', () => attempts++)
  await eventually(() => expect(attempts).toBeGreaterThan(3)) // the bus retries as often
  expect([meanwhile.received.length, meanwhile.socket.readyState]).toEqual([1, meanwhile.socket.OPEN])
  await again()
  expect(await meanwhile.closed).toBe(comeBack)
})

test('a process that could not publish makes other processes disconnect their clients to catch up', async () => {
  const { redis: own } = await startOwnRedis()
  const proxy = await startProxy(own.url)
  const api = await startApi(undefined, { redisUrl: proxy.url })
  const { url } = await api.listen({ redisUrl: own.url })
  const token = await api.tokenOf('reader')
  const reader = await openListener(url, withToken(token))
  await eventually(() => expect(reader.received).toHaveLength(1))
  const { id } = await api.channelNamed('town-square')
  await proxy.cut()
  const path = `/teams/${api.teamId}/channels/${id}/posts/create`
  expect((await api.callerWith(token).post(path, { message: 'unheard' })).statusCode).toBe(200)
  await proxy.restore()
  expect(await reader.closed).toBe(comeBack)
})

test('disconnects a client that does not read, without affecting others', async () => {
  const { db, redis, prefix, listen, tokenOf, channelNamed } = await startApi()
  const { url } = await listen()
  const token = await tokenOf('reader')
  const [slow, quick] = [await openListener(url, withToken(token)), await openListener(url, withToken(token))]
  for (const { received } of [slow, quick]) await eventually(() => expect(received).toHaveLength(1))
  slow.socket.pause()
  const { id } = await channelNamed('town-square')
  const texts = Array.from({ length: 1500 }, (_, index) => `${index} ${'🙂'.repeat(3990)}`)
  const ids = (await addPosts(db, id, texts)).toReversed()
  await db.post.updateMany({ data: { userId: (await db.user.findFirstOrThrow()).id } }) // gives the posts an author
  for (let at = 0; at < ids.length; at += 100)
    publish(redis, liveNews, { posts: ids.slice(at, at + 100) }, prefix)
  await eventually(() => expect(quick.messages()).toEqual(texts))
  slow.socket.resume()
  expect(await slow.closed).toBe(goneWithoutFarewell)
  expect(slow.messages().length).toBeLessThan(texts.length)
})

test('bounds pending events: when Postgres hangs and more arrive, clients are disconnected', async () => {
  const proxies: TcpProxy[] = []
  const throughLine = async (databaseUrl: string) => {
    const proxy = await startProxy(databaseUrl)
    proxies.push(proxy)
    return proxy.url
  }
  const { redis, prefix, listen, tokenOf, channelNamed } = await startApi(throughLine)
  const reader = await openListener((await listen()).url, withToken(await tokenOf('reader')))
  await eventually(() => expect(reader.received).toHaveLength(1))
  const { id: channel_id } = await channelNamed('town-square')
  const broadcast = { user_id: '', channel_id, team_id: '', omit_users: null }
  for (const proxy of proxies) proxy.hold()
  for (let count = 0; count < 2001; count++)
    publish(redis, liveNews, { event: { event: 'post_edited', data: {}, broadcast } }, prefix)
  expect(await reader.closed).toBe(comeBackLater)
  for (const proxy of proxies) proxy.resume()
})
