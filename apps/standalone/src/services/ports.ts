import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartupError } from '../startup-error.js'

/** Below the ephemeral ports, which the kernel may assign to an outgoing connection between our check and our use. */
const ports = { from: 11_000, below: 32_768 }
const maxTries = 100

/** Returns a TCP port on 127.0.0.1 that nobody listens on. */
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
 * Checks, before anything else starts, that our server can listen.
 *
 * @throws StartupError if it cannot: the port is in use, or the address or port is not available to us.
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const trouble = await tryPort(host, port)
  if (trouble) throw new StartupError(refusal(host, port, trouble.code))
}

/** Listens for a moment. Resolves to the error, if there is one. */
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
    return `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`
  }
  if (code === 'EACCES') return `This user cannot use port ${port}. Choose another one: PORT=8065 npm start`
  return `Cannot listen on ${host}:${port} (${code}). Choose an address of this machine: HOST=127.0.0.1`
}
