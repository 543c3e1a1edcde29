import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../process/log.js'
import { addressKey } from './address-key.js'

/** Connections that may wait to be taken in: where many come at once, whoever finds no place tries again after seconds. */
export const listenBacklog = 4096

export type ConnectionLimits = {
  /** Open connections at once, of everybody. */
  inAll: number
  /** Of one address, or of one IPv6 network. Neither this machine's own programs nor trusted proxies have this limit. */
  perAddress: number
}

export const defaultConnectionLimits: ConnectionLimits = { inAll: 10_000, perAddress: 1000 }

/** Descriptors for all that is no caller's: Postgres, Redis, files. */
const otherDescriptors = 256
const warnEveryMs = 60_000

export type ConnectionRules = {
  limits: ConnectionLimits
  /** Proxies, behind which many callers have one address. */
  isProxy: (address: string) => boolean
  log: Pick<Log, 'warn'>
}

/** Turns connections away that are more than the limits, before a byte of them is read, and says so once a minute. */
export function limitConnections(server: Server, { limits, isProxy, log }: ConnectionRules): void {
  const inAll = withinDescriptors(limits.inAll, log)
  server.maxConnections = inAll
  const warn = warnings(log)
  const full = () => warn('connections are turned away: MAX_CONNECTIONS are open', { limit: inAll })
  server.on('drop', full)

  let open = 0
  const counts = new Map<string, number>()
  const known = new WeakSet<Socket>()
  server.on('connection', (socket: Socket) => {
    if (known.has(socket)) return // given back by upgrades.ts
    known.add(socket)
    socket.once('close', () => open--)
    if (++open > inAll) {
      full() // several listeners may share this server (loopback.ts)
      return void socket.destroy()
    }
    const address = socket.remoteAddress
    if (address === undefined || isLoopback(address) || isProxy(address)) return
    const key = addressKey(address)
    const count = counts.get(key) ?? 0
    if (count >= limits.perAddress) {
      warn('connections are turned away: MAX_CONNECTIONS_PER_ADDRESS are open', {
        address: key,
        limit: count,
      })
      return void socket.destroy()
    }
    counts.set(key, count + 1)
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    })
  })
}

/** Each message at most once a minute, with the number of those that were not said. */
function warnings(log: Pick<Log, 'warn'>) {
  const said = new Map<string, { atMs: number; unsaid: number }>()
  return (message: string, fields: Record<string, unknown>) => {
    const nowMs = performance.now()
    const last = said.get(message)
    if (last && nowMs - last.atMs < warnEveryMs) return void last.unsaid++
    said.set(message, { atMs: nowMs, unsaid: 0 })
    log.warn({ ...fields, turned_away: 1 + (last?.unsaid ?? 0) }, message)
  }
}

/** Without descriptors nothing works any more, Postgres and Redis included: callers do not get the last ones. */
export function withinDescriptors(
  wanted: number,
  log: Pick<Log, 'warn'>,
  descriptors = openFilesLimit(),
): number {
  const most = Math.max(1, descriptors - otherDescriptors)
  if (wanted <= most) return wanted
  log.warn(
    { wanted, taken: most, open_files: descriptors },
    'fewer connections are taken than MAX_CONNECTIONS: raise the limit of open files (ulimit -n)',
  )
  return most
}

/** `ulimit -n` of this process; Infinity where there is no /proc. */
function openFilesLimit(): number {
  try {
    const [, soft = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Number.parseInt(soft, 10) || Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || addressKey(address).startsWith('127.')
}
