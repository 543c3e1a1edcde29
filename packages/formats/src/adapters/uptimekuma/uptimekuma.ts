import type { Adapted, Adapter, Skipped } from '../adapter.js'
import { alertLine, updateBy } from '../alerts/alert.js'
import { joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

type State = { event: string; sign: string; state: string }

/** By the heartbeat's number. */
const states: readonly State[] = [
  { event: 'down', sign: '🔥', state: 'Down' },
  { event: 'up', sign: '✅', state: 'Up' },
  { event: 'pending', sign: '⏳', state: 'Pending' },
  { event: 'maintenance', sign: '⏳', state: 'Maintenance' },
]
const unknown: State = { event: 'unknown', sign: '⚠️', state: 'Unknown' }

/** Uptime Kuma's webhook with its JSON preset. A monitor that is down has one post, which is closed once it is up. */
export const uptimekuma: Adapter = {
  name: 'uptimekuma',
  title: 'Uptime Kuma',
  headers: [],
  matches: (_headers, body) => {
    const keys = body.entries.map(([key]) => key)
    return keys.toSorted().join() === 'heartbeat,monitor,msg' && body.at('msg').text !== ''
  },
  read: (_headers, body) => (body.at('heartbeat').exists ? readHeartbeat(body) : readNotice(body)),
}

function readHeartbeat(body: Native): Adapted {
  const heartbeat = body.at('heartbeat')
  const monitor = body.at('monitor')
  const { event, sign, state } = states[heartbeat.at('status').number ?? -1] ?? unknown
  const ping = heartbeat.at('ping').number
  const isUp = event === 'up'
  const line = alertLine({
    sign,
    state,
    item: link(monitor.at('name').text || 'A monitor', addressOf(monitor)),
    notes: [isUp && ping !== undefined && `${Math.round(ping)} ms`],
  })
  const host = joined([monitor.at('hostname').text, monitor.at('port').text], ':')
  const details = joined([plain(host), plain(heartbeat.at('msg').text)], ' · ')
  const id = monitor.at('id').text || heartbeat.at('monitorID').text
  return { event, text: joined([line, details], '\n'), ...updateBy('monitor', id, isUp) }
}

/** Monitors of hosts and of databases have an address as well, which is only a default. */
function addressOf(monitor: Native): string {
  return monitor.at('hostname').exists ? '' : monitor.at('url').text
}

/** Reads what is not about one heartbeat: a certificate that expires, or the test. */
function readNotice(body: Native): Adapted | Skipped {
  const message = body.at('msg').text
  if (message.endsWith(' Testing')) return { event: 'ping', skipped: 'ping' }
  const [, name = '', address = '', words = ''] =
    /^\[([^[\]]{1,200})\]\[([^[\]]{0,2000})\] (.+)$/s.exec(message) ?? []
  const shown = words === '' ? plain(message) : joined([link(name, address), plain(words)], ': ')
  return { event: 'notice', text: joined(['⚠️', shown]) }
}
