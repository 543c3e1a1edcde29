import { nextMessage, start } from '../systems/programs.js'
import type { Load, Sent } from './closed-loop.js'

type Answer = { sent: Sent; error?: undefined } | { sent?: undefined; error: string }

/** How long a run may exceed its time. Only a hang takes longer. */
const answersWithinMs = 600_000

export type Sender = Awaited<ReturnType<typeof openSender>>

/** Sends loads one after another. */
export async function openSender() {
  const { child, stop } = start('sender')
  await nextMessage(child)
  const send = async (load: Load): Promise<Sent> => {
    child.send(load)
    const answer = (await nextMessage(child, (load.seconds ?? 0) * 1000 + answersWithinMs)) as Answer
    if (answer.sent === undefined) throw new Error(`run ${load.run}: ${answer.error}`)
    return answer.sent
  }
  return { send, stop }
}
