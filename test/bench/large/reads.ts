import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createSession, type Db } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { type Spread, spread } from '../measure/statistics.js'
import type { Rig } from '../systems/rig.js'
import type { System } from '../systems/systems.js'
import type { ReadCall } from './calls.js'

/** Calls per figure, one after another. */
const callsEach = 200
const sessionMs = 3_600_000

type Sent = { headers: Record<string, string>; body: string | undefined }

/** An api, its tables, and what to call. */
export type Reader<Name extends string> = {
  rig: Pick<Rig, 'db'>
  api: System
  calls: Record<Name, ReadCall>
}

/**
 * Measures calls as the administrator, who is a member of all channels. Readers take turns, so that what else the machine does
 * slows each of them down. Each call is made once before.
 */
export async function measureCalls<Name extends string>(
  names: readonly Name[],
  readers: Reader<Name>[],
): Promise<Record<Name, Spread>[]> {
  const asks = await Promise.all(readers.map(asksOf))
  const found = readers.map((): Partial<Record<Name, Spread>> => ({}))
  for (const name of names) {
    const spreads = await timesOf(asks.map(ask => () => ask(name)))
    for (const [at, spread] of spreads.entries()) Object.assign(found[at] ?? {}, { [name]: spread })
  }
  return found as Record<Name, Spread>[]
}

async function asksOf<Name extends string>({ rig, api, calls }: Reader<Name>) {
  const headers = {
    authorization: `Bearer ${await beginSession(rig.db)}`,
    'content-type': 'application/json',
  }
  return (name: Name) => {
    const { path, terms } = calls[name]
    const body = terms === undefined ? undefined : JSON.stringify({ terms })
    return call(api.urlOf('').replace(/\/hooks\/$/, `/api/v3${path}`), { headers, body })
  }
}

async function beginSession(db: Db): Promise<string> {
  const [token, nowMs] = [newSecret(), Date.now()]
  const { id: userId } = await db.user.findFirstOrThrow({ where: { username: 'admin' } })
  await createSession(db, { id: newId(), token, userId, nowMs, expiresAt: nowMs + sessionMs })
  return token
}

const agent = new Agent({ keepAlive: true })

/** Makes little garbage. With `fetch`, its collection stopped one call in 32 for 50 ms, which counted as time of the api. */
async function call(url: string, { headers, body }: Sent): Promise<void> {
  const sent = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await once(response.resume(), 'end')
  if (Number(response.statusCode) >= 400) throw new Error(`${response.statusCode} for ${url}`)
}

async function timesOf(asks: (() => Promise<void>)[]): Promise<Spread[]> {
  const tookMs = asks.map((): number[] => [])
  for (const ask of asks) await ask()
  for (let number = 0; number < callsEach; number++) {
    for (const [at, ask] of asks.entries()) {
      const beganAt = performance.now()
      await ask()
      tookMs[at]?.push(performance.now() - beganAt)
    }
  }
  return tookMs.map(spread)
}
