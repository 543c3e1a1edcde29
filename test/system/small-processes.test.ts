import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { type Role, startWithOps } from '../support/processes.js'
import { startWorld } from '../support/world.js'

type Coverage = { result: { url: string }[] }

/** Starts a process that reports at its exit which scripts it had loaded. */
async function startWithCoverage(role: Role, env: NodeJS.ProcessEnv) {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-loaded-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const running = await startWithOps(role, { ...env, NODE_V8_COVERAGE: folder })
  await running.untilReady()
  const loaded = async () => {
    running.child.kill('SIGTERM')
    await once(running.child, 'exit')
    const reports = readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8'))
    return reports.flatMap(report => (JSON.parse(report) as Coverage).result.map(({ url }) => url))
  }
  return { ...running, loaded }
}

const isCompiler = (url: string) => url.includes('query_compiler')

test('loads Prisma’s query compiler only in the api, and its password hashing only at the first login', async () => {
  const { redis } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn' })
  const env = { DATABASE_URL: world.databaseUrl, REDIS_URL: redis.url }
  const [ingress, worker, api] = [
    await startWithCoverage('ingress', env),
    await startWithCoverage('worker', env),
    await startWithCoverage('api', env),
  ]
  const bodies = ['{"text":"hi @all"}', '{"text":"hi","channel":"town-sqare"}']
  for (const body of bodies) await fetch(`${ingress.url}/hooks/${firstHookKey}`, { method: 'POST', body })
  await eventually(async () =>
    expect(await world.db.hook.count({ where: { ownerToldAt: { gt: 0 } } })).toBe(1),
  )
  expect(await ingress.figure('posthorn_check_ok{part="postgres"}')).toBe(1)
  await eventually(async () => expect(await worker.figure('posthorn_posts_total')).toBe(1))
  await eventually(() => expect(worker.written()).toContain('partitions rotated'))
  await fetch(`${api.url}/api/v3/users/me`, { headers: { authorization: `Bearer ${'a'.repeat(26)}` } })

  for (const each of [ingress, worker]) {
    const urls = await each.loaded()
    expect(urls.length).toBeGreaterThan(100)
    expect(urls.filter(isCompiler)).toEqual([])
  }
  const ofApi = await api.loaded()
  expect(ofApi.some(isCompiler)).toBe(true)
  expect(ofApi.filter(url => url.includes('argon2'))).toEqual([]) // there was no login
})
