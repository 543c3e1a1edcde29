import { expect, test } from 'vitest'
import { openLog } from '../process/log.js'
import { failedChecks, waitForDependencies } from './checks.js'

const log = openLog('test', 'silent')
const never = () => new Promise<undefined>(() => {})

test('what is missing is told with its part, also what throws and what never answers', async () => {
  const throws = () => Promise.reject(new Error('anything'))
  const checks = { fine: () => undefined, empty: async () => 'nothing there', silent: never, throws }
  expect(await failedChecks(checks)).toEqual([
    'empty: nothing there',
    'silent: no answer within 2 s',
    'throws: no answer within 2 s',
  ])
})

test('a start waits until nothing is missing', async () => {
  let looks = 0
  await waitForDependencies({ late: () => (++looks < 3 ? 'not yet' : undefined) }, log)
  expect(looks).toBe(3)
})

test('a start that waits in vain ends with what is still missing', async () => {
  const checks = { postgres: () => 'no answer', redis: () => 'no connection' }
  await expect(waitForDependencies(checks, log, 300)).rejects.toThrow(
    'Not started: after 0.3 s there is still\n  postgres: no answer\n  redis: no connection',
  )
})
