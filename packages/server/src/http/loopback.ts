import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'

/** What `localhost` stands for (RFC 6761, 6.3), whatever the machine's resolver says. */
const [loopback, loopbackV6] = ['127.0.0.1', '::1']

/**
 * Has the host `localhost` listen on both loopback addresses, with one HTTP server: Fastify would make a second server for
 * the second address, without any of the limits and listeners that were set up on `app.server`.
 * @param further where the listener of the second address is added, for whoever stops it when the app closes
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

/** Gives connections of another address to the app's server; undefined on a machine without that address. */
async function listenFor(
  { server }: FastifyInstance,
  where: { host: string; port: number; backlog: number | undefined },
): Promise<Server | undefined> {
  const { pauseOnConnect = false } = server as unknown as { pauseOnConnect?: boolean }
  const options = { allowHalfOpen: true, noDelay: true, pauseOnConnect } // as Node's HTTP server has them
  const listener = createServer(options, (socket: Socket) => server.emit('connection', socket))
  listener.maxConnections = server.maxConnections
  listener.on('drop', dropped => server.emit('drop', dropped))
  return new Promise(resolve => {
    listener.once('error', () => resolve(undefined)).listen(where, () => resolve(listener))
  })
}

/** Resolves when the last connection is gone. */
function closed(listener: Server): Promise<void> {
  return new Promise(resolve => listener.close(() => resolve()))
}
