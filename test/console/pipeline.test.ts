import { saveMinuteFigures } from '@posthorn/db'
import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startWithOps } from '../support/processes.js'
import { busyHour } from './busy-hour.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

/** Starts a console, and an ingress and a worker as separate processes. */
async function startWatched() {
  const { redis } = await startOwnRedis()
  const stack = await startStack({ redisUrl: redis.url, prefix: 'posthorn', workerLater: true })
  await saveMinuteFigures(stack.db, busyHour(Date.now()), Date.now())
  const env = { DATABASE_URL: stack.databaseUrl, REDIS_URL: redis.url }
  const [ingress, worker] = await Promise.all([startWithOps('ingress', env), startWithOps('worker', env)])
  await Promise.all([ingress.untilReady(), worker.untilReady()])
  const send = () =>
    fetch(`${ingress.url}/hooks/${firstHookKey}?wait=true`, { method: 'POST', body: '{"text":"x"}' })
  return { ...stack, worker: worker.child, send }
}

test('shows figures as charts and tables, and reports a killed worker with time and advice', async () => {
  const { consoleUrl, worker, send } = await startWatched()
  expect((await send()).status).toBe(200)
  const { page } = await enter(consoleUrl, { path: '/admin/pipeline' })
  await page.getByText('A crash of this Postgres can lose posts: fsync is off').waitFor() // to be quick
  const row = page.getByRole('row', { name: `worker ${worker.pid}` })
  await row.getByText('running').waitFor()
  const figure = page.getByRole('figure', { name: 'Deliveries', exact: true })
  await figure.locator('canvas').waitFor()
  await page.getByRole('figure', { name: 'Replies, updates and repeats' }).locator('canvas').waitFor()
  await look(page, 'pipeline')
  await figure.getByRole('button', { name: 'Show as table' }).click()
  const newest = figure.getByRole('row').nth(1) // updated within seconds
  await newest.getByRole('cell', { name: '1', exact: true }).nth(1).waitFor()
  expect((await newest.getByRole('cell').allInnerTexts()).slice(1)).toEqual(['1', '1', '0'])

  worker.kill('SIGKILL')
  await row.getByText('gone since').waitFor()
  await page.getByText('No worker is running').waitFor()
  await page.getByText('Start a worker').waitFor()
  await look(page, 'pipeline-worker-gone')
})
