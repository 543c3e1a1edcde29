import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { Log } from '../process/log.js'
import { addressKey } from './address-key.js'

/** Connections that may wait to be accepted. Without a place, a client's system tries again only after seconds. */
export const listenBacklog = 4096

export type ConnectionLimits = {
  /** Open connections in total. */
  inAll: number
  /** Open connections per address or IPv6 network. Loopback addresses and trusted proxies are exempt. */
  perAddress: number
}

/** File descriptors reserved for Postgres, Redis and files. */
const otherDescriptors = 256
const warnEveryMs = 60_000

export type ConnectionRules = {
  limits: ConnectionLimits
  /** Whether the address is a trusted proxy, which many callers share. */
  isProxy: (address: string) => boolean
  log: Pick<Log, 'warn'>
}

/** Closes connections over the limits before reading a byte, and logs a warning at most once a minute. */
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
    if (known.has(socket)) return // returned by upgrades.ts
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

/** Logs each message at most once a minute, with the number of warnings that it stands for. */
function warnings(log: Pick<Log, 'warn'>) {
  const logged = new Map<string, { atMs: number; suppressed: number }>()
  return (message: string, fields: Record<string, unknown>) => {
    const nowMs = performance.now()
    const last = logged.get(message)
    if (last && nowMs - last.atMs < warnEveryMs) return void last.suppressed++
    logged.set(message, { atMs: nowMs, suppressed: 0 })
    log.warn({ ...fields, turned_away: 1 + (last?.suppressed ?? 0) }, message)
  }
}

/** Returns the limit, lowered so that callers cannot use up the file descriptors that Postgres and Redis need. */
export function withinDescriptors(
  wanted: number,
  log: Pick<Log, 'warn'>,
  descriptors = openFilesLimit(),
): number {
  const most = Math.max(1, descriptors - otherDescriptors)
  if (wanted <= most) return wanted
  log.warn(
    { wanted, taken: most, open_files: descriptors },
    'fewer connections are accepted than MAX_CONNECTIONS: raise the limit of open files (ulimit -n)',
  )
  return most
}

/** Returns `ulimit -n` of this process, or Infinity without /proc. */
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

/** Returns whether the address at this hop is a proxy whose X-Forwarded-… headers are used. Hop 0 is the peer. */
export type Trust = (address: string, hop: number) => boolean

/**
 * Reads TRUST_PROXY: a number of hops, or comma-separated addresses and ranges. No proxy is trusted if it is absent.
 * @throws if an address is invalid
 */
export function trustOf(trustProxy: number | string | undefined): Trust {
  if (trustProxy === undefined) return () => false
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  return proxyAddr.compile(trustProxy.split(',').map(part => part.trim()))
}
