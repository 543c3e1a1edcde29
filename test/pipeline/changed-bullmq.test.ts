import {
  connectFailingFast,
  connectWaiting,
  consume,
  openProducer,
  type Redis,
  redisReady,
} from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { Queue } from 'bullmq'
import { expect, inject, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'

type Scripts = { scriptsSet: Record<string, { lua: string; numberOfKeys: number }> }

/** Gives BullMQ's scripts on a connection another shape, as another version might. They do the same. */
async function changeScripts(redis: Redis, from: string | RegExp, to: string): Promise<void> {
  const queue = new Queue('any', { connection: redis, skipVersionCheck: true, skipMetasUpdate: true })
  await queue.waitUntilReady()
  await queue.close()
  for (const [name, { lua, numberOfKeys }] of Object.entries((redis as unknown as Scripts).scriptsSet))
    redis.defineCommand(name, { lua: lua.replace(from, to), numberOfKeys })
}

/** A producer and a worker whose connections are `changed`, what they warn of, and what is posted. */
async function startPipeline(changed: (redis: Redis) => Promise<void>) {
  const [redis, waiting] = [connectFailingFast(inject('redis')), connectWaiting(inject('redis'))]
  await Promise.all([redisReady(redis, 60_000), redisReady(waiting, 60_000)])
  await Promise.all([changed(redis), changed(waiting)])
  const [prefix, warnings, posted] = [`test-${newId()}`, [] as string[], [] as string[]]
  const warn = ({ assumption }: { assumption: string }) => void warnings.push(assumption)
  const post = async (deliveries: { id: string }[]) => {
    posted.push(...deliveries.map(({ id }) => id))
    return 'recorded' as const
  }
  const work = { post, giveUp: post.bind(undefined, []), threw: () => {} }
  const producer = openProducer(redis, { prefix, warn })
  const consumer = await consume(waiting, work, { prefix, warn })
  onTestFinished(async () => {
    await Promise.all([consumer.close(), producer.close()])
    for (const connection of [redis, waiting]) connection.disconnect()
  })
  const send = async (posts = 1) => {
    const id = newId()
    expect(await producer.enqueue({ id, hookId: 'hook', requestId: '', payload: '{}', posts })).toBe('kept')
    await eventually(async () => expect(posted).toContain(id))
  }
  return { send, warnings }
}

test.each([
  ['store a job', /0x100000000/g, '4294967296', ['how BullMQ stores a job (script-store.ts)']],
  [
    'hand out a job',
    /return \{rcall\("HGETALL", jobKey\), jobId, 0, 0\}/g,
    'return { rcall("HGETALL", jobKey), jobId, 0, 0 }',
    ['how BullMQ’s scripts hand out a job (quiet-scripts.ts)'],
  ],
  ['set flags', /^/, '#!lua\n', ['that BullMQ’s scripts set no flags (drain-when-full.ts)']],
] as const)(
  'if BullMQ’s scripts %s in another way, one warning says so and deliveries are posted',
  async (...change) => {
    const [, from, to, expected] = change
    const { send, warnings } = await startPipeline(redis => changeScripts(redis, from, to))
    for (const posts of [1, 50]) await send(posts)
    expect(warnings).toEqual(expected)
  },
)

test('the installed BullMQ holds all assumptions', async () => {
  const { send, warnings } = await startPipeline(async () => {})
  await send()
  expect(warnings).toEqual([])
})
