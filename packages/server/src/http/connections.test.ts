import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { limitConnections, trustOf, withinDescriptors } from './connections.js'

const mapped = '::ffff:192.0.2.7'

/** Counts the connections that stay open to a server that takes 127.0.0.1 for `address`. */
async function open(tries: number, address: string, { trustProxy = '10.0.0.0/8', inAll = 1000 } = {}) {
  const warned: Record<string, unknown>[] = []
  const log = { warn: (fields: Record<string, unknown>) => void warned.push(fields) } as never
  const server = createServer()
  server.prependListener('connection', socket =>
    Object.defineProperty(socket, 'remoteAddress', { value: address }),
  )
  const isProxy = (each: string) => trustOf(trustProxy)(each, 0)
  limitConnections(server, { limits: { inAll, perAddress: 3 }, isProxy, log })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  let arrived = 0
  server.on('connection', () => arrived++)
  server.on('drop', () => arrived++)
  const { port } = server.address() as AddressInfo
  const sockets = Array.from({ length: tries }, () => connect(port, '127.0.0.1').on('error', () => {}))
  const ended = () => sockets.filter(({ destroyed }) => destroyed).length
  await expect.poll(() => arrived).toBe(tries)
  const stayed = () => new Promise<number>(done => server.getConnections((_error, count) => done(count)))
  return { sockets, stayed, ended, warned, port }
}

test('limits the connections of an address, and logs it once', async () => {
  const { stayed, warned, sockets, port } = await open(10, mapped)
  await expect.poll(stayed).toBe(3)
  expect(warned).toEqual([{ address: '192.0.2.7', limit: 3, turned_away: 1 }])
  for (const socket of sockets) socket.destroy()
  await expect.poll(stayed).toBe(0)
  connect(port, '127.0.0.1').on('error', () => {})
  await expect.poll(stayed).toBe(1)
})

test('exempts trusted proxies and programs on this machine from the limit per address', async () => {
  for (const address of ['10.1.2.3', '127.0.0.1', '::1'])
    expect(await (await open(10, address)).stayed()).toBe(10)
  expect(await (await open(10, mapped, { trustProxy: '192.0.2.0/24' })).stayed()).toBe(10)
})

test('limits the connections in total, whatever their addresses', async () => {
  const { stayed, warned } = await open(10, '127.0.0.1', { inAll: 4 })
  await expect.poll(stayed).toBe(4)
  expect(warned).toEqual([{ limit: 4, turned_away: 1 }])
})

test('never gives callers the last file descriptors of a process', () => {
  const warned: unknown[] = []
  const log = { warn: (fields: unknown) => void warned.push(fields) } as never
  expect(withinDescriptors(10_000, log, 65_536)).toBe(10_000)
  expect(warned).toEqual([])
  expect(withinDescriptors(10_000, log, 1024)).toBe(768)
  expect(warned).toEqual([{ wanted: 10_000, taken: 768, open_files: 1024 }])
})
