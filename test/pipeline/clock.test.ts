import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { type Role, startWithOps } from '../support/processes.js'
import { startWorld } from '../support/world.js'

/** A script that sets a process's clock 30 days ahead. */
const ahead = `const now = Date.now; Date.now = () => now() + 30 * 86400000`
const roles: Role[] = ['ingress', 'worker', 'api']

test.each(roles)('warns when the clock of the %s is ahead of Redis’s and Postgres’s', async role => {
  const { databaseUrl, redisUrl } = await startWorld({ workerLater: true })
  const preload = `--import data:text/javascript,${encodeURIComponent(ahead)}`
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, NODE_OPTIONS: preload }
  const { readiness, figure, written } = await startWithOps(role, env)
  const warning = /clock is 259\d{4}\.\d s ahead of that of Redis, .*ahead of that of Postgres/
  await eventually(async () =>
    expect(await readiness()).toMatchObject({ ready: true, warnings: [expect.stringMatching(warning)] }),
  )
  expect(await figure('posthorn_clock_offset_seconds{server="Redis"}')).toBeCloseTo(2_592_000, -1)
  expect(written()).toContain('the clocks differ')
})
