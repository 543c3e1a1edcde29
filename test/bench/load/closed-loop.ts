import { type Connection, openConnection } from './connection.js'
import { bodies } from './payload.js'

/** Calls over so many connections, each sending again as soon as it is answered. */
export type Load = {
  url: string
  connections: number
  /** Told apart from those of every other run. */
  run: string
  /** For so long, or so many: what ends first. */
  seconds?: number
  calls?: number
}

/** What was sent; the number of a call is its place. */
export type Sent = {
  calls: number
  /** When each was sent, in milliseconds since 1970, with fractions. */
  sentAtMs: Float64Array
  /** How long each answer took. */
  answerMs: Float64Array
  /** Answers a second, counted to the moment when sending ended: later ones are of a load that fades. */
  perSecond: number
}

/** @throws when a call was not answered 200 */
export async function closedLoop({
  url,
  connections,
  run,
  seconds = 3600,
  calls = 1e9,
}: Load): Promise<Sent> {
  const body = bodies(run)
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
  if (refused > 0) throw new Error(`${refused} of ${sentAt.length} calls were not answered 200`)

  const inTime = sentAt.filter((at, call) => at + (answerMs[call] as number) <= beganAt + sentForMs)
  return {
    calls: sentAt.length,
    sentAtMs: Float64Array.from(sentAt, at => at + since1970Ms),
    answerMs: Float64Array.from(answerMs),
    perSecond: inTime.length / (sentForMs / 1000),
  }
}

/** What to add to `performance.now()`: taken at a tick of the wall clock, which may have been set since we started. */
function wallClock(): number {
  const before = Date.now()
  while (Date.now() === before);
  return Date.now() - performance.now()
}
