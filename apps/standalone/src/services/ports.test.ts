import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { assertPortFree, freePort } from './ports.js'

test('reports a port in use in one line that suggests another', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await expect(assertPortFree('127.0.0.1', port)).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`)
  await expect(assertPortFree('127.0.0.1', port)).rejects.toThrow(`PORT=${port + 1} npm start`)
})

test('returns a free port', async () => {
  await assertPortFree('127.0.0.1', await freePort())
})

test('returns no port that an outgoing connection could take first', async () => {
  const [lowest] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t')
  for (let times = 0; times < 50; times++) expect(await freePort()).toBeLessThan(Number(lowest))
})

test('reports an address of another machine in one line that names HOST', async () => {
  await expect(assertPortFree('192.0.2.1', 0)).rejects.toThrow('HOST=127.0.0.1')
})
