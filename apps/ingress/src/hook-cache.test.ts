import { hash } from 'node:crypto'
import type { OpenHook } from '@posthorn/db'
import { expect, test } from 'vitest'
import { hookCache } from './hook-cache.js'

const digestOf = (key: string) => hash('sha256', key, 'hex')
const opened = (id: string, expiresAt = 0): OpenHook => ({ hook: { id } as OpenHook['hook'], expiresAt })

/** Opens a cache for these keys, records its queries, and controls trust and time. */
function start(hooks: Record<string, OpenHook>) {
  const world = {
    isTrusted: true,
    isAway: false,
    nowMs: 1000,
    questions: [] as string[][],
    response: Promise.resolve(),
  }
  const known = new Map(Object.entries(hooks).map(([key, hook]) => [digestOf(key), hook]))
  const load = async (digests: string[]) => {
    world.questions.push(digests)
    if (world.isAway) throw new Error('Postgres does not answer')
    const found = new Map([...known].filter(([digest]) => digests.includes(digest)))
    await world.response
    return found
  }
  const cache = hookCache(
    load,
    () => world.isTrusted,
    () => world.nowMs,
  )
  return { world, known, ...cache }
}

test('looks up all keys of one turn of the event loop in one query, and then none', async () => {
  const { find, world } = start({ one: opened('1'), two: opened('2') })
  const found = await Promise.all(['one', 'two', 'one', 'three'].map(find))
  expect(found).toEqual([{ id: '1' }, { id: '2' }, { id: '1' }, 'unknown'])
  expect(world.questions).toEqual([[digestOf('one'), digestOf('two'), digestOf('three')]])
  expect([find('one'), find('three')]).toEqual([{ id: '1' }, 'unknown'])
  expect(world.questions).toHaveLength(1)
})

test('returns but does not cache a result that was being read when hooks changed', async () => {
  const { find, forget, known, world } = start({ one: opened('1') })
  const asked = find('one')
  forget()
  expect(await asked).toEqual({ id: '1' })
  known.clear()
  expect(await find('one')).toBe('unknown')
  expect(world.questions).toHaveLength(2)
})

test('reads a changed hook and unknown keys again, and no other hook', async () => {
  const { find, forget, known, world } = start({ one: opened('1'), also: opened('1'), two: opened('2') })
  await Promise.all(['one', 'also', 'two', 'new'].map(find))
  known.set(digestOf('new'), opened('1'))
  forget('1')
  expect(find('two')).toEqual({ id: '2' })
  expect(await Promise.all(['one', 'new'].map(find))).toEqual([{ id: '1' }, { id: '1' }])
  expect([find('one'), find('new')]).toEqual([{ id: '1' }, { id: '1' }])
  known.clear()
  expect(await find('also')).toBe('unknown')
  expect(world.questions).toHaveLength(3)
})

test('a call after a change does not join a query from before it', async () => {
  const { find, forget, known, world } = start({ one: opened('1') })
  let respond = () => {}
  world.response = new Promise(resolve => {
    respond = resolve
  })
  const asked = find('one')
  await expect.poll(() => world.questions).toHaveLength(1)
  known.set(digestOf('one'), opened('1 as changed'))
  forget('1')
  const again = find('one')
  respond()
  expect(await Promise.all([asked, again])).toEqual([{ id: '1' }, { id: '1 as changed' }])
  expect(find('one')).toEqual({ id: '1 as changed' })
})

test('rejects a cached key from the millisecond in which it expires', async () => {
  const { find, world } = start({ one: opened('1', 2000) })
  expect(await find('one')).toEqual({ id: '1' })
  world.nowMs = 1999
  expect(find('one')).toEqual({ id: '1' })
  world.nowMs = 2000
  expect(find('one')).toBe('unknown')
})

test('does not report an uncached or untrusted key as unknown while Postgres is down', async () => {
  const { find, world } = start({ one: opened('1') })
  await find('one')
  world.isAway = true
  expect([await find('one'), await find('two')]).toEqual([{ id: '1' }, 'unavailable'])
  world.isTrusted = false
  expect(await find('one')).toBe('unavailable')
  world.isAway = false
  expect(await find('one')).toEqual({ id: '1' })
})
