import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../process/log.js'
import { buildApp } from './app.js'
import { defaultUnreadLimits, type UnreadLimits } from './unread-answers.js'

const mebibyte = 1024 * 1024
/** More than the system buffers for a client that reads nothing. */
const answerBytes = 16 * mebibyte

/** Starts a server of large responses, and clients that each request one and do not read it. */
async function serveUnread(callers: number, limits: Partial<UnreadLimits>) {
  const unreadLimits = { ...defaultUnreadLimits, ...limits }
  const app = buildApp({ log: openLog('test', 'silent'), versionId: 'test', unreadLimits })
  const answer = 'x'.repeat(answerBytes)
  let asked = 0
  app.get('/', async () => {
    asked++
    return answer
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const sockets: Socket[] = []
  onTestFinished(() => void sockets.map(socket => socket.destroy()))
  while (sockets.length < callers) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await expect.poll(() => asked).toBe(sockets.length + 1)
    sockets.push(socket)
  }
  const connected = () => new Promise<number>(done => app.server.getConnections((_, count) => done(count)))
  return { sockets, connected, port }
}

test('limits the memory of unread responses, and drops those first that have waited longest', async () => {
  const { sockets, connected, port } = await serveUnread(8, { inAllBytes: 3.5 * answerBytes })
  await expect.poll(connected).toBe(3)
  const read = await Promise.all(sockets.map(async socket => (await text(socket).catch(() => '')).length))
  expect(read.map(bytes => bytes > answerBytes)).toEqual([...Array(5).fill(false), ...Array(3).fill(true)])
  expect((await (await fetch(`http://127.0.0.1:${port}`)).text()).length).toBe(answerBytes)
})

test('closes a connection whose client reads nothing of a response', async () => {
  const { connected } = await serveUnread(1, { patienceMs: 0, leastBytesPerSecond: 1e12 })
  await expect.poll(connected).toBe(0)
})
