import { type Attack, tally } from './attack.js'
import { post } from './call.js'
import { atPace } from './pace.js'
import { address } from './sockets.js'

const callsPerSecond = 6
const atOnce = 60
const sizeBytes = 1024 * 1024
const fill = (part: string) => part.repeat(Math.floor(sizeBytes / part.length))

/** Bodies that are expensive to parse: many values, depth, many names, one long string. */
const bodies = [
  `{"login_id":[${fill('0,').slice(0, -1)}]}`,
  fill('['),
  fill('{"a":'),
  `{${Array.from({ length: sizeBytes / 16 }, (_, n) => `"${n}":"${n}"`).join()}}`,
  `{"login_id":"${fill('a ')}","password":"${fill('\\u0041')}"}`,
].map(body => Buffer.from(body))

const paths = [
  '/users/login',
  '/users/create',
  '/users/logout',
  '/teams/all',
  '/no/such/call',
  '/users/login',
]

/** Sends 1 MiB of JSON to public calls, and to some that need a session, without one. */
export const largeBodies: Attack = async ({ port, seconds }) => {
  const { counts, add } = tally()
  await atPace({ calls: callsPerSecond * seconds, seconds, atOnce }, async number => {
    const url = `http://127.0.0.1:${port}/api/v3${paths[number % paths.length]}`
    add(await post({ url, from: address(2), body: bodies[number % bodies.length] ?? '' }))
  })
  return counts
}
