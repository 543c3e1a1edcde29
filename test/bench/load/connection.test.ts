import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { closedLoop } from './closed-loop.js'
import { openConnection, statusOf } from './connection.js'

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok'

test('counts a response only once it is complete', () => {
  for (let length = 0; length < ok.length; length++) expect(statusOf(ok.slice(0, length))).toBeUndefined()
  expect(statusOf(ok)).toBe(200)
  expect(statusOf('HTTP/1.1 200 OK\r\n\r\n')).toBe(0)
})

/** Starts a server that calls `answer` for each request. */
async function serve(answer: (socket: Socket, request: string) => void): Promise<string> {
  const server = createServer(socket => {
    socket.setEncoding('utf8').on('data', request => answer(socket, String(request)))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/key`
}

test('a connection that ends during a call fails the call', async () => {
  const connection = await openConnection(new URL(await serve(socket => void socket.destroy())))
  await expect(connection.post('{}')).rejects.toThrow('closed a connection')
})

test('sends the requested number of calls, each with its own text', async () => {
  const texts: string[] = []
  const url = await serve((socket, request) => {
    texts.push(JSON.parse(request.slice(request.indexOf('\r\n\r\n'))).text)
    socket.write(ok)
  })
  const sent = await closedLoop({ url, connections: 3, run: 'a', calls: 20 })
  expect(sent.calls).toBe(20)
  expect(sent.answerMs).toHaveLength(20)
  expect(new Set(texts).size).toBe(20)
  expect(texts.every(text => /^Build \*\*a\/\d+\*\* /.test(text))).toBe(true)
})

test('a rejected call fails the run', async () => {
  const url = await serve(socket => void socket.write(ok.replace('200 OK', '503 Busy')))
  const sending = closedLoop({ url, connections: 2, run: 'a', calls: 4 })
  await expect(sending).rejects.toThrow('4 of 4 calls did not return 200')
})
