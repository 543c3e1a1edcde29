import { type Attack, tally } from './attack.js'
import { post } from './call.js'
import { atPace } from './pace.js'
import { address } from './sockets.js'

const callsPerSecond = 6
const atOnce = 60
const sizeBytes = 1024 * 1024
const fill = (part: string) => part.repeat(Math.floor(sizeBytes / part.length))

/** Each costs a parser something else: many values, depth, many names, one long string. */
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

/** A mebibyte of JSON to calls that anybody may make, and to some that need a session that he has not. */
export const largeBodies: Attack = async ({ port, seconds }) => {
  const { counts, add } = tally()
  await atPace({ calls: callsPerSecond * seconds, seconds, atOnce }, async number => {
    const url = `http://127.0.0.1:${port}/api/v3${paths[number % paths.length]}`
    add(await post({ url, from: address(2), body: bodies[number % bodies.length] ?? '' }))
  })
  return counts
}
