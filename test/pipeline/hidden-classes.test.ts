import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@posthorn/standalone/services'
import { expect, onTestFinished, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { sendTo } from '../support/ingress.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startProcess, stopProcess } from '../support/processes.js'
import { startWorld } from '../support/world.js'

const calls = 1000
const callsAtOnce = 20

test('makes no object with a hidden class of its own for each call', async () => {
  const { redis } = await startOwnRedis()
  const { databaseUrl } = await startWorld({ redisUrl: redis.url, prefix: 'posthorn', confirm: true })
  const { folder, flags } = await recordingMaps()
  const port = String(await freePort())
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, PORT: port, HOOK_RATE: '1000000/60' }
  const began = performance.now()
  const ingress = await startProcess('ingress', env, flags)
  const readyMs = performance.now() - began
  await sendAll(`http://127.0.0.1:${port}/hooks/${firstHookKey}`)
  await stopProcess(ingress, 60_000)
  const lines = await readFile(join(folder, 'maps.log'), 'utf8')
  expect(lines).toContain('map,InitialMap')
  expect(ownClasses(lines, readyMs)).toEqual([])
})

async function sendAll(hookUrl: string) {
  const sendSome = async () => {
    for (let call = 0; call < calls / callsAtOnce; call++)
      expect((await sendTo(hookUrl, { text: `${call}` })).status).toBe(200)
  }
  await Promise.all(Array.from({ length: callsAtOnce }, sendSome))
}

/** Returns flags with which V8 records hidden classes in a folder of the test. */
async function recordingMaps() {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-maps-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const flags = ['--log-maps', '--no-logfile-per-isolate', `--logfile=${join(folder, 'maps.log')}`]
  return { folder, flags }
}

/**
 * Returns the properties for which V8 made a hidden class in most calls, as `line,column,name`. It does so for a property that
 * is added to a class that it takes for a prototype's, as after a spread (docs/decisions/071).
 */
function ownClasses(lines: string, sinceMs: number): string[] {
  const counts = new Map<string, number>()
  for (const [, us, place = ''] of lines.matchAll(
    /^map,Transition,(\d+),\w+,\w+,\w+,(\d+,-?\d+,prototype,.*)$/gm,
  ))
    if (Number(us) > sinceMs * 1000) counts.set(place, (counts.get(place) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > calls / 2).map(([place]) => place)
}
