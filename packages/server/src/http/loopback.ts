import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'

/** The addresses of `localhost` (RFC 6761, 6.3), whatever the machine's resolver returns. */
const [loopback, loopbackV6] = ['127.0.0.1', '::1']

/**
 * Makes the host `localhost` listen on both loopback addresses with one HTTP server. Fastify would create a second server
 * for the second address, without the limits and listeners that were set up on `app.server`.
 * @param further receives the listener of the second address, so that it can be drained when the app closes
 */
export function listenOnLoopback(app: FastifyInstance, further: Server[]): void {
  const listen = app.listen.bind(app) as (options?: FastifyListenOptions) => Promise<string>
  const listenOnBoth = async (options: FastifyListenOptions = {}) => {
    if (options.path !== undefined || (options.host ?? 'localhost') !== 'localhost') return listen(options)
    const url = await listen({ ...options, host: loopback })
    const { port } = app.server.address() as AddressInfo
    const other = await listenFor(app, { host: loopbackV6, port, backlog: options.backlog })
    if (other) further.push(other)
    return url
  }
  app.listen = listenOnBoth as typeof app.listen
  app.addHook('onClose', () => Promise.all(further.map(closed)).then(() => {}))
}

/** Passes connections to another address to the app's server. Returns undefined on a machine without that address. */
async function listenFor(
  { server }: FastifyInstance,
  where: { host: string; port: number; backlog: number | undefined },
): Promise<Server | undefined> {
  const { pauseOnConnect = false } = server as unknown as { pauseOnConnect?: boolean }
  const options = { allowHalfOpen: true, noDelay: true, pauseOnConnect } // the same as those of Node's HTTP server
  const listener = createServer(options, (socket: Socket) => server.emit('connection', socket))
  listener.maxConnections = server.maxConnections
  listener.on('drop', dropped => server.emit('drop', dropped))
  return new Promise(resolve => {
    listener.once('error', () => resolve(undefined)).listen(where, () => resolve(listener))
  })
}

/** Resolves when the listener's last connection is closed. */
function closed(listener: Server): Promise<void> {
  return new Promise(resolve => listener.close(() => resolve()))
}
