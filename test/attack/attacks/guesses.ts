import { type Attack, tally } from './attack.js'
import { post } from './call.js'
import { atPace } from './pace.js'
import { address } from './sockets.js'

const callsPerSecond = 100
const atOnce = 64

/** Tries wrong passwords from one address, for many names and for one that exists. */
export const guesses: Attack = async ({ port, seconds }) => {
  const { counts, add } = tally()
  const url = `http://127.0.0.1:${port}/api/v3/users/login`
  await atPace({ calls: callsPerSecond * seconds, seconds, atOnce }, async number => {
    const login_id = number % 4 === 0 ? 'admin' : `somebody-${number % 500}`
    const body = JSON.stringify({ name: 'first-team', login_id, password: `guess-${number}` })
    add(await post({ url, from: address(4), body }))
  })
  return counts
}
