import { once } from 'node:events'
import { expect, inject, test } from 'vitest'
import { type Role, spawnMain } from '../worlds/mains.js'
import { startWorld } from '../worlds/world.js'

/** How a process that cannot start ends. */
async function failedStart(role: Role, env: NodeJS.ProcessEnv) {
  const child = spawnMain(role, env)
  const [lines, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'exit')])
  return { code, said: lines.join('') }
}

test.each(['ingress', 'worker', 'api'] as const)(
  'the %s tells every mistake in its environment, and nothing else',
  async role => {
    const { code, said } = await failedStart(role, { DATABASE_URL: '', REDIS_URL: 'x', LOG_LEVEL: 'x' })
    expect(code).toBe(1)
    const mistakes = said.split('\n').map(line => line.split(':')[0]?.trim())
    expect(mistakes).toEqual(['The environment is not usable', 'DATABASE_URL', 'REDIS_URL', 'LOG_LEVEL', ''])
  },
)

test('a port in use is one line', async () => {
  const { databaseUrl, redisUrl, url } = await startWorld()
  const { port } = new URL(url)
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, PORT: port }
  const said = `listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`
  expect(await failedStart('ingress', env)).toEqual({ code: 1, said })
})

test('a database that was never migrated is one line', async () => {
  const env = { DATABASE_URL: inject('postgres').replace(/[^/]*$/, 'postgres'), REDIS_URL: inject('redis') }
  const { code, said } = await failedStart('api', env)
  expect(code).toBe(1)
  expect(said).toMatch(/^.*does not exist.*\n$/)
})
