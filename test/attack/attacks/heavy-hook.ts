import { type Attack, tally } from './attack.js'
import { post } from './call.js'
import { atPace } from './pace.js'
import { address } from './sockets.js'

/** Every hook's rate. */
const callsPerSecond = 100
const atOnce = 12
const textBytes = 1024 * 1024 - 64
const fill = (part: string, bytes = textBytes) => part.repeat(Math.floor(bytes / part.length))
const attachments = Array.from({ length: 100 }, (_, n) => ({ title: `${n}`, text: fill('**a** ', 10_000) }))

const bodies = [
  { text: fill('All work and no play. ') },
  { text: fill('<www.a>') },
  { attachments },
  { text: fill('| a | b |\n') },
  { text: fill('@all ') },
].map(body => Buffer.from(JSON.stringify(body)))

/** Sends the largest and most expensive payloads to one hook, as many as its rate allows. */
export const heavyHook: Attack = async ({ hook, seconds }) => {
  const { counts, add } = tally()
  await atPace({ calls: callsPerSecond * seconds, seconds, atOnce }, async number =>
    add(await post({ url: hook, from: address(3), body: bodies[number % bodies.length] ?? '' })),
  )
  return counts
}
