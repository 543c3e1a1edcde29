import { type Attack, tally } from './attack.js'
import { atPace } from './pace.js'
import { address, closedWithin, head, openSocket, upgradeHeaders } from './sockets.js'

const calls = 50_000
const atOnce = 256
const patienceMs = 2_000
const socketsPath = '/api/v3/users/websocket'
const foreign = { Origin: 'https://elsewhere.example' }
const asked: [path: string, headers: Record<string, string>][] = [
  ['/livez', {}],
  ['/', {}],
  ['/hooks/abc', {}],
  ['/no/such/path', {}],
  ['/api/v3/users/login', {}],
  [socketsPath, foreign],
  [`${socketsPath}/more`, {}],
  ['*', { Host: '' }],
]

/** Requests upgrades where there are none, and leaves each connection half closed. Counts those that stay so. */
export const upgrades: Attack = async ({ port, seconds }) => {
  const { counts, add } = tally()
  await atPace({ calls, seconds, atOnce }, async number => {
    const [path, headers] = asked[number % asked.length] ?? ['/', {}]
    const socket = openSocket(port, address(1)).resume()
    socket.end(head(`GET ${path}`, { ...upgradeHeaders, ...headers }))
    add(await closedWithin(socket, patienceMs))
    socket.destroy()
  })
  return counts
}
