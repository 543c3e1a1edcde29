import type { Adapted, Adapter } from '../adapter.js'
import { alertLine, listOnLine, neutral, updateBy } from '../alerts/alert.js'
import { connected } from '../forges/sentence.js'
import { code, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

/** `rank`: how bad it is. */
type State = { event: string; sign: string; state: string; rank: number }

/** By the heartbeat's number. */
const states: readonly State[] = [
  { event: 'down', sign: '🔥', state: 'Down', rank: 2 },
  { event: 'up', sign: '✅', state: 'Up', rank: 0 },
  { event: 'pending', sign: '⏳', state: 'Pending', rank: 1 },
  { event: 'maintenance', sign: '⏳', state: 'Maintenance', rank: 0 },
]
/** Uptime Kuma's webhook with its JSON preset. A monitor that is down has one post, which is closed once it is up. */
export const uptimekuma: Adapter = {
  name: 'uptimekuma',
  title: 'Uptime Kuma',
  headers: [],
  matches: (_headers, body) => {
    const keys = body.entries.map(([key]) => key)
    return keys.toSorted().join() === 'heartbeat,monitor,msg' && lackOf(body) === undefined
  },
  lacks: (_headers, body) => lackOf(body),
  read: (_headers, body) => (body.at('heartbeat').exists ? readHeartbeat(body) : readNotice(body)),
}

/** Tests and certificates have neither heartbeat nor monitor, but their keys. */
function lackOf(body: Native): string | undefined {
  const keys = new Set(body.entries.map(([key]) => key))
  if (body.at('msg').text === '') return 'a text in `msg`'
  if (!keys.has('heartbeat') || !keys.has('monitor')) return '`heartbeat` and `monitor`'
  const hasState = !body.at('heartbeat').exists || body.at('heartbeat', 'status').text !== ''
  return hasState ? undefined : '`status` in its `heartbeat`'
}

function stateOf(heartbeat: Native): State {
  const status = heartbeat.at('status')
  const known = states[status.number ?? -1]
  return known ?? { event: 'unknown', sign: neutral, state: `Status ${plain(status.text, 40)}`, rank: 1 }
}

function readHeartbeat(body: Native): Adapted {
  const heartbeat = body.at('heartbeat')
  const monitor = body.at('monitor')
  const { event, sign, state, rank } = stateOf(heartbeat)
  const ping = heartbeat.at('ping').number
  const isUp = event === 'up'
  const line = alertLine({
    sign,
    state,
    item: link(monitor.at('name').text || 'A monitor', addressOf(monitor)),
    notes: [isUp && ping !== undefined && `${Math.round(ping)} ms`],
  })
  const host = joined([monitor.at('hostname').text, monitor.at('port').text], ':')
  const tags = monitor.at('tags').items.map(tag => joined([tag.at('name').text, tag.at('value').text], '='))
  const labels = listOnLine(tags.map(tag => code(tag, 60)))
  const details = joined([plain(host), plain(heartbeat.at('msg').text), labels], ' · ')
  const id = monitor.at('id').text || heartbeat.at('monitorID').text
  return {
    event,
    text: joined([line, details], '\n'),
    ...updateBy('monitor', id, isUp),
    standing: { monitor: rank },
  }
}

/** Monitors of hosts and of databases have an address as well, which is only a default. */
function addressOf(monitor: Native): string {
  return monitor.at('hostname').exists ? '' : monitor.at('url').text
}

/** Reads what is not about one heartbeat: a certificate that expires, or the test. */
function readNotice(body: Native): Adapted {
  const message = body.at('msg').text
  if (message.endsWith(' Testing')) return { event: 'ping', text: connected('Uptime Kuma') }
  const [, name = '', address = '', words = ''] =
    /^\[([^[\]]{1,200})\]\[([^[\]]{0,2000})\] (.+)$/s.exec(message) ?? []
  const shown = words === '' ? plain(message) : joined([link(name, address), plain(words)], ': ')
  return { event: 'notice', text: joined(['⚠️', shown]) }
}
