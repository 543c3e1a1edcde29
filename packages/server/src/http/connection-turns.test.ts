import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../process/log.js'
import { buildApp } from './app.js'

const workMs = 2
const crowd = 300
const stranger = '127.0.0.2'
const others = ['127.0.0.3', '127.0.0.4']

/** Starts a server that every request keeps busy. Records the requests in the order in which it handled them. */
async function open() {
  const asked: [from: string, number: string][] = []
  const app = buildApp({ log: openLog('test', 'silent'), versionId: 'test' })
  app.get<{ Params: { number: string } }>('/:number', async ({ ip, params }) => {
    for (const began = performance.now(); performance.now() - began < workMs; );
    asked.push([ip, params.number])
    return 'ok'
  })
  await app.listen({ host: '127.0.0.1', port: 0, backlog: 2 * crowd })
  onTestFinished(() => app.close())
  return { port: (app.server.address() as AddressInfo).port, asked }
}

/** Opens a connection, sends one request and resolves to the response. */
function ask(port: number, localAddress: string, number = '0'): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.write(`GET /${number} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  onTestFinished(() => void socket.destroy())
  return text(socket)
}

test('serves a connection before most of a crowd from another address that came first, and serves all of them', async () => {
  const { port, asked } = await open()
  const froms = [...Array.from({ length: crowd }, () => stranger), ...others]
  const answers = await Promise.all(froms.map(from => ask(port, from)))
  expect(answers.filter(answer => answer.startsWith('HTTP/1.1 200'))).toHaveLength(froms.length)
  for (const other of others) expect(asked.findIndex(([from]) => from === other)).toBeLessThan(crowd / 2)
})

test('serves the connections of one address in the order of their arrival', async () => {
  const { port, asked } = await open()
  const numbers = Array.from({ length: 50 }, (_, number) => String(number))
  await Promise.all(numbers.map(number => ask(port, stranger, number)))
  expect(asked.map(([, number]) => number)).toEqual(numbers)
})
