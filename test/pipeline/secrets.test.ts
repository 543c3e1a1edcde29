import { once } from 'node:events'
import { expect, inject, test } from 'vitest'
import {
  callEverything,
  oddKey,
  privateText,
  slackSecret,
  unknownKey,
  wrongPassword,
  wrongToken,
} from '../support/call-everything.js'
import { hookSecret, secretsKey } from '../support/call-signed.js'
import { firstHookKey, password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startWithOps } from '../support/processes.js'
import { startProxy } from '../support/start-proxy.js'
import { startWorld, type World } from '../support/world.js'

/** Runs the real processes with log level trace, and makes everything fail. */
async function runThroughEverything() {
  const { redis, again } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn' })
  const proxy = await startProxy(world.databaseUrl)
  const env = {
    DATABASE_URL: proxy.url,
    REDIS_URL: redis.url,
    LOG_LEVEL: 'trace',
    HOOK_RATE: 'off',
    SECRETS_KEY: secretsKey,
  }
  const processes = [
    await startWithOps('ingress', env),
    await startWithOps('worker', env),
    await startWithOps('api', env),
  ] as const
  const [ingress, , api] = processes
  await Promise.all(processes.map(each => each.untilReady()))
  const urls = { ingressUrl: ingress.url, apiUrl: api.url }
  const logs = () => processes.map(each => each.written()).join('\n')
  const runs = [await callEverything(urls)]

  await whilePostgresErrs(world, async () => {
    runs.push(await callEverything(urls))
    await eventually(() => expect(logs()).toContain('delivery set aside'))
  })

  await proxy.cut()
  runs.push(await callEverything(urls))
  await eventually(() => expect(logs()).toContain('waiting for Postgres'))
  await redis.stop()
  runs.push(await callEverything(urls))
  for (const each of processes) await each.ask('/readyz')
  await proxy.restore()
  const answers = () => runs.flatMap(({ bodies }) => bodies).join('\n')
  await eventually(async () => {
    runs.push(await callEverything(urls)) // until Postgres is back and only Redis is away
    expect(answers()).toContain('web.incoming_webhook.unavailable.app_error')
  })
  await again()
  await Promise.all(processes.map(each => each.untilReady()))
  runs.push(await callEverything(urls))
  for (const { child } of processes) child.kill('SIGTERM')
  await Promise.all(processes.map(({ child }) => once(child, 'close')))

  const passwords = {
    "the database's password": new URL(world.databaseUrl).password,
    "Redis's password": new URL(redis.url).password,
  }
  const secrets = { ...known, ...passwords, ...madeUpIn(runs) }
  return { logs: logs(), answers: answers(), secrets, last: runs.length - 1 }
}

/** Makes every post and every session fail unexpectedly: Postgres's errors contain the row. */
async function whilePostgresErrs({ db }: World, act: () => Promise<void>): Promise<void> {
  await db.$executeRaw`ALTER TABLE posts ADD CONSTRAINT nothing_new CHECK (create_at < 0) NOT VALID`
  await db.$executeRaw`ALTER TABLE sessions RENAME TO sessions_elsewhere`
  await act()
  await db.$executeRaw`ALTER TABLE posts DROP CONSTRAINT nothing_new`
  await db.$executeRaw`ALTER TABLE sessions_elsewhere RENAME TO sessions`
}

const known: Record<string, string> = {
  'the key of a hook': firstHookKey,
  'a key that is unknown': unknownKey,
  'a key that cannot be one': oddKey,
  'the secret of a path of Slack': slackSecret,
  'a password': password,
  'a wrong password': wrongPassword,
  'a wrong token': wrongToken,
  "the secret of a hook's sender": hookSecret,
  'the key of such secrets': secretsKey,
}

/** Returns the secrets of each run, as far as it got. */
function madeUpIn(runs: Awaited<ReturnType<typeof callEverything>>[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [run, { token, newKey, ofApp }] of runs.entries()) {
    found[`the key that was new in run ${run}`] = newKey
    if (token) found[`the token of run ${run}`] = token
    for (const [what, secret] of Object.entries(ofApp))
      if (secret) found[`the ${what} of run ${run}`] = secret
  }
  return found
}

test('logs no key, token, password or text, and returns no secret, whatever is called and whatever is away', async () => {
  const { logs, answers, secrets, last } = await runThroughEverything()
  for (const [what, secret] of Object.entries(secrets)) {
    expect(linesWith(logs, secret), what).toEqual([])
    expect(linesWith(answers, secret), what).toEqual([])
  }
  expect(linesWith(logs, privateText)).toEqual([])

  // the log contains these events
  for (const message of whatGoesOn) expect(logs).toContain(message)
  for (const id of ['invalid', 'invalid_signature', 'parse', 'text', 'lookup', 'unavailable'])
    expect(answers).toContain(`web.incoming_webhook.${id}.app_error`)
  expect(Object.keys(secrets)).toContain(`the token of run ${last}`)
  expect(Object.keys(secrets)).toContain(`the refresh_token of run ${last}`)
}, 240_000)

const whatGoesOn = [
  '"msg":"batch recorded"',
  '"accept_to_posted_ms":',
  '"msg":"delivery set aside',
  '"msg":"waiting for Postgres',
  '"msg":"request failed"',
  '"outcome":"logged_in"',
  '"outcome":"wrong_password"',
  '"msg":"hook signature set"',
]

test.each([':99999/x', ':1/x'])('prints no password when a URL ending in %s is unusable', async wrong => {
  const right = { DATABASE_URL: inject('postgres'), REDIS_URL: inject('redis') }
  const inDatabase = { ...right, DATABASE_URL: `postgresql://someone:verysecret@127.0.0.1${wrong}` }
  const inRedis = { ...right, REDIS_URL: `redis://:verysecret@127.0.0.1${wrong}` }
  for (const env of [inDatabase, inRedis]) {
    const { child, written } = await startWithOps('ingress', env)
    await Promise.race([once(child, 'close'), eventually(() => expect(written()).not.toBe(''))])
    child.kill('SIGKILL')
    expect(written()).not.toContain('verysecret')
  }
})

function linesWith(lines: string, secret: string): string[] {
  return lines.split('\n').filter(line => line.includes(secret))
}
