import { Agent } from 'node:http'
import { type Attack, tally } from './attack.js'
import { post } from './call.js'
import { atPace } from './pace.js'
import { address } from './sockets.js'

/** Just below every hook's rate. */
const callsPerSecond = 95
const atOncePerHook = 8
/** Costs one call: below 16 KiB, and four posts. */
const body = Buffer.from(JSON.stringify({ text: 'All work and no play makes Jack a dull boy. '.repeat(336) }))

/** Sends to all hooks of one member at once, to each below its rate. */
export const thirtyHooks: Attack = async ({ hooks, seconds }) => {
  const { counts, add } = tally()
  const agent = new Agent({ keepAlive: true, localAddress: address(4) } as object)
  const sendTo = (url: string) =>
    atPace({ calls: callsPerSecond * seconds, seconds, atOnce: atOncePerHook }, async () =>
      add(await post({ url, from: address(4), agent, body })),
    )
  await Promise.all(hooks.map(sendTo))
  agent.destroy()
  return counts
}
