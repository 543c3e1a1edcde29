import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../process/log.js'
import { buildApp } from './app.js'

const addresses = ['127.0.0.1', '::1']

/** Starts a server on `localhost`, and opens raw connections to it. */
async function open(inAll = 1000) {
  const warned: object[] = []
  const log = Object.assign(openLog('test', 'silent'), { warn: (fields: object) => void warned.push(fields) })
  const app = buildApp({ log, versionId: 'v1', connectionLimits: { inAll, perAddress: 100 } })
  app.get('/', async () => 'ok')
  await app.listen({ host: 'localhost', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const sockets: Socket[] = []
  onTestFinished(() => void sockets.map(socket => socket.destroy()))
  const connectTo = (host: string) => {
    const socket = connect(port, host).on('error', () => {})
    sockets.push(socket)
    return socket
  }
  const ask = (host: string, request: string) => {
    const socket = connectTo(host)
    socket.write(request)
    return text(socket)
  }
  return { app, ask, connectTo, sockets, warned }
}

const last = 'Connection: close\r\n\r\n'
const requests: [what: string, request: string, status: number][] = [
  ['an ordinary request', `GET / HTTP/1.1\r\nHost: x\r\n${last}`, 200],
  ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n', 501],
  ['two Hosts', `GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n${last}`, 400],
  ['no Host', `GET / HTTP/1.1\r\n${last}`, 400],
  ['malformed HTTP', 'nonsense\r\n\r\n', 400],
  ['an expectation', `GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n${last}`, 200],
  ['an upgrade', `GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n${last}`, 200],
]

test.each(requests)(
  'answers %s with the same status and error object on both addresses of localhost',
  async (_what, request, status) => {
    const { ask } = await open()
    for (const address of addresses) {
      const [head = '', body = ''] = (await ask(address, request)).split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      if (status === 200) expect(body).toBe('ok')
      else expect(JSON.parse(body)).toMatchObject({ status_code: status, request_id: expect.any(String) })
    }
  },
)

test('counts the connections of both addresses of localhost towards one limit', async () => {
  const { connectTo, sockets, warned } = await open(4)
  for (let each = 0; each < 6; each++) connectTo(addresses[each % 2] as string)
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(2)
  expect(warned).toEqual([{ limit: 4, turned_away: 1 }])
})

test('closes connections that flood requests on both addresses of localhost', async () => {
  const { ask } = await open()
  for (const address of addresses) {
    const answers = await ask(address, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500)).catch(() => '')
    expect(answers.split('200 OK').length).toBeLessThan(50)
  }
})

test('closes idle connections to both addresses of localhost, and frees the port', async () => {
  const { app, connectTo } = await open()
  const { port } = app.server.address() as AddressInfo
  const kept = addresses.map(connectTo)
  for (const socket of kept) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await Promise.all(kept.map(socket => new Promise(resolve => socket.once('data', resolve))))
  await app.close()
  await expect.poll(() => kept.every(({ destroyed, readableEnded }) => destroyed || readableEnded)).toBe(true)
  for (const host of addresses) {
    const refused = new Promise(resolve => connect(port, host).once('error', resolve))
    expect(await refused).toMatchObject({ code: 'ECONNREFUSED' })
  }
})
