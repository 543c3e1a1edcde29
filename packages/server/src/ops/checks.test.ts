import { expect, test } from 'vitest'
import { openLog } from '../process/log.js'
import { failedChecks, waitForDependencies } from './checks.js'

const log = openLog('test', 'silent')
const never = () => new Promise<undefined>(() => {})

test('reports each missing dependency by name, including checks that throw or time out', async () => {
  const throws = () => Promise.reject(new Error('anything'))
  const checks = { fine: () => undefined, empty: async () => 'nothing there', silent: never, throws }
  expect(await failedChecks(checks)).toEqual([
    'empty: nothing there',
    'silent: no answer within 2 s',
    'throws: no answer within 2 s',
  ])
})

test('waits at startup until nothing is missing', async () => {
  let looks = 0
  await waitForDependencies({ late: () => (++looks < 3 ? 'not yet' : undefined) }, log)
  expect(looks).toBe(3)
})

test('fails a startup that waits in vain, with what is still missing', async () => {
  const checks = { postgres: () => 'no answer', redis: () => 'no connection' }
  await expect(waitForDependencies(checks, log, 300)).rejects.toThrow(
    'Not started after 0.3 s. Still waiting for:\n  postgres: no answer\n  redis: no connection',
  )
})
