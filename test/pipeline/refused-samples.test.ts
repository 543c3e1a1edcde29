import {
  connectFailingFast,
  keptSamples,
  maxSampledHooks,
  type OwnedHook,
  openRefusedCalls,
  openRefusedSamples,
  redisReady,
} from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'

const dayMs = 86_400_000

/** Opens what counts refused calls at a time, and reads their samples. */
async function start() {
  const prefix = `samples-${newId()}`
  const redis = connectFailingFast(inject('redis'))
  onTestFinished(() => redis.disconnect())
  await redisReady(redis, 60_000)
  const refuse = async (hooks: OwnedHook[], at: number, sample = `{"at":${at}}`) => {
    const counter = openRefusedCalls(redis, prefix, () => at)
    const refused = { cause: 'no_text', detail: '', requestId: `${at}` }
    for (const hook of hooks) counter.count(hook, refused, sample)
    await counter.close()
  }
  const lists = () => redis.keys(`${prefix}:refused:*:samples`)
  return { refuse, lists, ...openRefusedSamples(redis, prefix) }
}

const nowMs = Date.now() - dayMs / 2
const hooksOf = (ownerId: string, count: number) =>
  Array.from({ length: count }, (_, number) => ({ hookId: `${ownerId}-${number}`, ownerId }))

test('keeps the last samples of a hook, and only those of the hooks that had one last', async () => {
  const { refuse, list, lists } = await start()
  const first = { hookId: 'first', ownerId: 'somebody' }
  for (let at = nowMs; at < nowMs + keptSamples + 1; at++) await refuse([first], at)
  expect((await list('first'))?.map(({ at }) => at - nowMs)).toEqual([5, 4, 3, 2, 1])

  const hooks = Array.from({ length: maxSampledHooks.inAll }, (_, owner) => hooksOf(`${owner}`, 1)).flat()
  await refuse(hooks.slice(0, 60), nowMs + 10)
  await refuse(hooks.slice(60), nowMs + 11)
  expect(await list('first')).toEqual([])
  expect((await Promise.all(hooks.map(({ hookId }) => list(hookId)))).map(found => found?.length)).toEqual(
    hooks.map(() => 1),
  )
  expect(await lists()).toHaveLength(maxSampledHooks.inAll)
})

test("an owner's hooks do not take the samples of others", async () => {
  const { refuse, list, lists } = await start()
  await refuse([{ hookId: 'first', ownerId: 'somebody' }], nowMs)
  await refuse(hooksOf('greedy', 60), nowMs + 1)
  await refuse(hooksOf('greedy', 61).slice(60), nowMs + 2)
  expect(await lists()).toHaveLength(1 + maxSampledHooks.ofOwner)
  expect(await list('first')).toHaveLength(1)
  expect(await list('greedy-60')).toHaveLength(1)
})

test('does not store a sample whose escapes take more room than its body', async () => {
  const { refuse, lists } = await start()
  await refuse([{ hookId: 'first' }], nowMs, '\\u0001'.repeat(20_000))
  expect(await lists()).toEqual([])
})
