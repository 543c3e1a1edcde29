import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../support/eventually.js'
import { startProxy } from '../support/start-proxy.js'
import type { TcpProxy } from '../support/tcp-proxy.js'
import { openListener, withToken } from './listener.js'
import { startApi } from './start-api.js'

const policyViolation = 1008
const challenge = { action: 'authentication_challenge', data: { token: 'nobodys' } }

test('answers a thousand concurrent challenges once, and closes the socket', async () => {
  const { listen } = await startApi()
  const client = await openListener((await listen()).url)
  for (let seq = 1; seq <= 1000; seq++) client.send({ seq, ...challenge })
  expect(await client.closed).toBe(policyViolation)
  expect(client.received.length).toBeLessThanOrEqual(1)
})

test('accepts one token per socket', async () => {
  const { listen, tokenOf } = await startApi()
  const token = await tokenOf('reader')
  const client = await openListener((await listen()).url)
  client.send({ seq: 1, ...challenge })
  client.send({ seq: 2, ...challenge, data: { token } })
  expect(await client.closed).toBe(policyViolation)
  expect(client.received.map(({ status, seq_reply }) => [status, seq_reply])).toEqual([['FAIL', 1]])
})

test('disconnects clients that send too much, even with a session or only pings', async () => {
  const { listen, tokenOf } = await startApi()
  const { url } = await listen()
  const token = withToken(await tokenOf('reader'))
  const [talker, pinger, calm] = await Promise.all([1, 2, 3].map(() => openListener(url, token)))
  for (let seq = 1; seq <= 100; seq++) talker?.send({ seq, action: 'ping' })
  for (let seq = 1; seq <= 100; seq++) pinger?.socket.ping()
  for (let seq = 1; seq <= 10; seq++) calm?.send({ seq, action: 'ping' })
  expect([await talker?.closed, await pinger?.closed]).toEqual([policyViolation, policyViolation])
  expect(talker?.received.length).toBeLessThan(30)
  await eventually(() => expect(calm?.received).toHaveLength(11)) // includes hello
})

test('stops reading a socket while Postgres hangs, so that its requests do not pile up', async () => {
  const proxies: TcpProxy[] = []
  const { listen, tokenOf } = await startApi(async databaseUrl => {
    const proxy = await startProxy(databaseUrl)
    proxies.push(proxy)
    return proxy.url
  })
  const client = await openListener((await listen()).url)
  const token = await tokenOf('reader')
  for (const proxy of proxies) proxy.hold()
  client.send({ seq: 1, ...challenge, data: { token } })
  for (let seq = 0; seq < 2000; seq++) client.send({ seq: 2, action: 'x'.repeat(8000) })
  for (let turn = 0; turn < 1000; turn++) await new Promise(setImmediate) // the server has read all that it will
  expect(client.socket.bufferedAmount).toBeGreaterThan(1024 * 1024) // the server stopped reading
  for (const proxy of proxies) proxy.resume()
  expect(await client.closed).toBe(policyViolation)
  expect(client.received.slice(0, 2).map(({ event, status }) => event ?? status)).toEqual(['hello', 'OK'])
})

test('limits a session’s sockets, and frees a place when one closes', async () => {
  const { listen, tokenOf } = await startApi()
  const { url } = await listen()
  const token = await tokenOf('reader')
  const mine = await Promise.all(Array.from({ length: 20 }, () => openListener(url, withToken(token))))
  await expect(openListener(url, withToken(token))).rejects.toThrow(/503/)
  const stranger = await openListener(url)
  stranger.send({ seq: 1, ...challenge, data: { token } })
  expect(await stranger.closed).toBe(policyViolation)
  await openListener(url, withToken(await tokenOf('admin')))
  mine[0]?.socket.close()
  await eventually(() => openListener(url, withToken(token)))
})

test('limits sockets without a session, without taking places from those with one', async () => {
  const { listen, tokenOf } = await startApi()
  const { url } = await listen()
  const sockets = Array.from({ length: 200 }, () => new WebSocket(`${url}/api/v3/users/websocket`))
  const opened = await Promise.all(
    sockets.map(socket =>
      once(
        socket.on('error', () => {}),
        'open',
      ).then(
        () => true,
        () => false,
      ),
    ),
  )
  expect(opened.filter(Boolean)).toHaveLength(50)
  await openListener(url, withToken(await tokenOf('reader')))
  for (const socket of sockets) socket.terminate()
})
