import {
  connectFailingFast,
  keptSamples,
  maxSampledHooks,
  openRefusedCalls,
  openRefusedSamples,
  redisReady,
} from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'

const dayMs = 86_400_000

test('keeps the last samples of a hook, and only those of the hooks that had one last', async () => {
  const [prefix, nowMs] = [`samples-${newId()}`, Date.now() - dayMs / 2]
  const redis = connectFailingFast(inject('redis'))
  onTestFinished(() => redis.disconnect())
  await redisReady(redis, 60_000)
  const refuse = async (hooks: string[], at: number) => {
    const counter = openRefusedCalls(redis, prefix, () => at)
    const refused = { cause: 'no_text', detail: '', requestId: `${at}` }
    for (const hook of hooks) counter.count(hook, refused, `{"at":${at}}`)
    await counter.close()
  }
  const hooks = Array.from({ length: maxSampledHooks + 1 }, (_, number) => `hook${number}`)
  for (let at = nowMs; at < nowMs + keptSamples + 1; at++) await refuse(['hook0'], at)
  const { list } = openRefusedSamples(redis, prefix)
  expect((await list('hook0'))?.map(({ at }) => at - nowMs)).toEqual([5, 4, 3, 2, 1])

  await refuse(hooks.slice(1, 60), nowMs + 10)
  await refuse(hooks.slice(60), nowMs + 11)
  expect(await list('hook0')).toEqual([])
  expect((await Promise.all(hooks.slice(1).map(list))).map(found => found?.length)).toEqual(
    Array.from({ length: maxSampledHooks }, () => 1),
  )
  expect(await redis.keys(`${prefix}:refused:*:samples`)).toHaveLength(maxSampledHooks)
})
