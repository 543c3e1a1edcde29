import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartupError } from '../startup-error.js'

/** Below those that systems give to connections that go out: such a port may be taken between our look and our use. */
const ports = { from: 11_000, below: 32_768 }
const maxTries = 100

/** A TCP port on 127.0.0.1 that nobody listens on right now. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries++) {
    const port = randomInt(ports.from, ports.below)
    if ((await tryPort('127.0.0.1', port)) === undefined) return port
  }
  throw new StartupError(
    `None of ${maxTries} ports between ${ports.from} and ${ports.below} is free on 127.0.0.1`,
  )
}

/**
 * Makes sure, before anything else is started, that our own server will be able to listen.
 *
 * @throws StartupError when it could not: somebody else listens there, or the address or port is not ours to take.
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const trouble = await tryPort(host, port)
  if (trouble) throw new StartupError(refusal(host, port, trouble.code))
}

/** Listens for a moment; resolves to what keeps from it. */
async function tryPort(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
  server.close()
  await once(server, 'close')
  return undefined
}

function refusal(host: string, port: number, code: string | undefined): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use: stop what listens there, or choose another with PORT=${port + 1} npm start`
  }
  if (code === 'EACCES')
    return `Port ${port} may not be taken by this user: choose another with PORT=8065 npm start`
  return `Cannot listen on ${host}:${port} (${code}): choose an address of this machine with HOST=127.0.0.1`
}
