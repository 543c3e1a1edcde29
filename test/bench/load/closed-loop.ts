import { type Connection, openConnection } from './connection.js'
import { bodies } from './payload.js'

/** Calls over a number of connections. Each calls again after its response. */
export type Load = {
  url: string
  connections: number
  /** Distinguishes the calls of each run. */
  run: string
  /** See `bodies`. */
  channels?: number
  /** The duration or the number of calls, whichever ends first. */
  seconds?: number
  calls?: number
}

/** What was sent. A call's number is its index. */
export type Sent = {
  calls: number
  /** When each call was sent, in milliseconds since 1970, with fractions. */
  sentAtMs: Float64Array
  /** How long each response took, in milliseconds. */
  answerMs: Float64Array
  /** Responses per second until sending ended. Later ones belong to a falling load. */
  perSecond: number
}

/** @throws if a response was not a 200 */
export async function closedLoop({
  url,
  connections,
  run,
  channels,
  seconds = 3600,
  calls = 1e9,
}: Load): Promise<Sent> {
  const body = bodies(run, channels)
  const sentAt: number[] = []
  const answerMs: number[] = []
  let refused = 0
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(new URL(url))))
  const since1970Ms = wallClock()
  const beganAt = performance.now()
  const endsAt = beganAt + seconds * 1000

  const sendOn = async (connection: Connection) => {
    while (sentAt.length < calls && performance.now() < endsAt) {
      const call = sentAt.push(performance.now()) - 1
      if ((await connection.post(body(call))) !== 200) refused++
      answerMs[call] = performance.now() - (sentAt[call] as number)
    }
  }
  await Promise.all(opened.map(sendOn))
  const sentForMs = Math.min(performance.now(), endsAt) - beganAt
  for (const connection of opened) connection.close()
  if (refused > 0) throw new Error(`${refused} of ${sentAt.length} calls did not return 200`)

  const inTime = sentAt.filter((at, call) => at + (answerMs[call] as number) <= beganAt + sentForMs)
  return {
    calls: sentAt.length,
    sentAtMs: Float64Array.from(sentAt, at => at + since1970Ms),
    answerMs: Float64Array.from(answerMs),
    perSecond: inTime.length / (sentForMs / 1000),
  }
}

/** Returns the offset to `performance.now()`, measured at a tick of the wall clock, which may have been set since the start. */
function wallClock(): number {
  const before = Date.now()
  while (Date.now() === before);
  return Date.now() - performance.now()
}
