import { expect, test } from 'vitest'
import { openLog } from '../process/log.js'
import { failedChecks, waitForDependencies } from './checks.js'

const log = openLog('test', 'silent')
const never = () => new Promise<undefined>(() => {})
const throws = () => Promise.reject(new Error('anything'))

test('reports each missing dependency by name, including checks that throw or time out', async () => {
  const checks = { fine: () => undefined, empty: async () => 'nothing there', silent: never, throws }
  expect(await failedChecks(checks)).toEqual([
    'empty: nothing there',
    'silent: no answer within 2 s',
    'throws: no answer within 2 s',
  ])
})

test('waits at startup until nothing is missing', async () => {
  let looks = 0
  await waitForDependencies(
    { needed: { late: () => (++looks < 3 ? 'not yet' : undefined) }, refused: {} },
    log,
  )
  expect(looks).toBe(3)
})

test('fails a startup that waits in vain, with what is still missing', async () => {
  const needed = { postgres: () => 'no answer', redis: () => 'no connection' }
  await expect(waitForDependencies({ needed, refused: {} }, log, 300)).rejects.toThrow(
    'Not started after 0.3 s. Still waiting for:\n  postgres: no answer\n  redis: no connection',
  )
})

test('fails a startup at once with each dependency that waiting does not change', async () => {
  const needed = { late: never }
  const refused = {
    postgres: () => 'too old',
    redis: async () => 'a cluster',
    unknown: throws,
    fine: () => undefined,
  }
  await expect(waitForDependencies({ needed, refused }, log)).rejects.toThrow(
    /^postgres: too old\nredis: a cluster$/,
  )
})
