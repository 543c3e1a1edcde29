import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartupError } from '../startup-error.js'

/** A TCP port on 127.0.0.1 that nobody listens on right now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port')
  return address.port
}

/**
 * Makes sure, before anything else is started, that our own server will be able to listen.
 *
 * @throws StartupError when it could not: somebody else listens there, or the address or port is not ours to take.
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw new StartupError(refusal(host, port, (error as NodeJS.ErrnoException).code))
  }
  server.close()
  await once(server, 'close')
}

function refusal(host: string, port: number, code: string | undefined): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use: stop what listens there, or choose another with PORT=${port + 1} npm start`
  }
  if (code === 'EACCES')
    return `Port ${port} may not be taken by this user: choose another with PORT=8065 npm start`
  return `Cannot listen on ${host}:${port} (${code}): choose an address of this machine with HOST=127.0.0.1`
}
