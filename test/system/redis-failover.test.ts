import { setTimeout as delay } from 'node:timers/promises'
import type { RedisBinary } from '@posthorn/standalone/services'
import { expect, test } from 'vitest'
import { startReplicated, startSentinels, tlsSettings } from '../redis/servers.js'
import { findNewer } from '../support/debian-13.js'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'

const senders = 12
const enough = 400

type Sent = { text: string; tries: number }

/** Sends numbered texts, each with its key until it gets ok, and never the next one before. */
function keepSending(send: (text: string) => Promise<string>) {
  const accepted: Sent[][] = Array.from({ length: senders }, () => [])
  let isStopped = false
  const sendOn = async (own: Sent[], sender: number) => {
    for (let number = 0; !isStopped; number++) {
      const text = `${sender} ${String(number).padStart(6, '0')}`
      let tries = 1
      for (; (await send(text)) !== 'ok'; tries++) await delay(100)
      own.push({ text, tries })
      await delay(20)
    }
  }
  const ended = Promise.all(accepted.map(sendOn))
  const stop = async () => {
    isStopped = true
    await ended
  }
  return { accepted, stop, count: () => accepted.flat().length }
}

const ends = [
  ['dies for good', 'SIGKILL', false],
  ['hangs for good', 'SIGSTOP', false], // its connections stay open
  ['dies for good, with TLS everywhere,', 'SIGKILL', true],
] as const

test.each(ends)(
  'loses nothing that was ok when the primary %s and Sentinel promotes a replica',
  async (_, end, isSecure) => expectNothingLost({ end, tls: isSecure ? await tlsSettings() : undefined }),
)

const redis8 = await findNewer('redis-server')
const missing = 'missing' in redis8 ? redis8.missing : undefined
/** Says in the report why a test was skipped. */
const why = missing === undefined ? '' : ` (skipped: ${missing})`

test.skipIf(missing)(
  `loses nothing that was ok when the primary of Redis 8, which waits for the replica’s disk, dies for good${why}`,
  () => expectNothingLost({ end: 'SIGKILL', ...('missing' in redis8 ? {} : { binary: redis8 }) }),
)

type Failover = {
  end: 'SIGKILL' | 'SIGSTOP'
  tls?: Awaited<ReturnType<typeof tlsSettings>> | undefined
  binary?: RedisBinary
}

/** Ends the primary under load, and checks each delivery that was ok. */
async function expectNothingLost({ end, tls, binary }: Failover): Promise<void> {
  const { primary } = await startReplicated(2, { settings: tls?.settings, binary })
  const redisUrl = await startSentinels(primary, tls)
  const world = await startWorld({ redisUrl, replicas: 1 })
  const second = await world.anotherIngress()
  let turn = 0
  const load = keepSending(async text => {
    const url = turn++ % 2 === 0 ? world.hookUrl : second.hookUrl
    const answer = await post(url, text).catch((error: Error) => error.message)
    return answer
  })
  await eventually(() => expect(load.count()).toBeGreaterThan(enough))
  process.kill(primary.pid, end)
  const killedAt = performance.now()
  const before = load.count()
  await eventually(() => expect(load.count()).toBeGreaterThan(before + senders * 2))
  console.log(`accepting again after ${((performance.now() - killedAt) / 1000).toFixed(1)} s`)
  await eventually(() => expect(load.count()).toBeGreaterThan(before + enough))
  await load.stop()

  const accepted = load.accepted.flat().map(({ text }) => text)
  await eventually(async () =>
    expect((await world.messages()).length).toBeGreaterThanOrEqual(accepted.length),
  )
  const messages = await world.messages()
  expect(messages.toSorted()).toEqual(accepted.toSorted())
  for (let sender = 0; sender < senders; sender++) {
    const own = messages.filter(text => text.startsWith(`${sender} `))
    expect(own).toEqual(own.toSorted())
  }
  const again = load.accepted.flat().filter(({ tries }) => tries > 1).length
  console.log(`${accepted.length} deliveries accepted, ${again} of them after more than one try`)
}

async function post(url: string, text: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': text.replace(' ', '-') }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ text }) })
  return answer.text()
}
