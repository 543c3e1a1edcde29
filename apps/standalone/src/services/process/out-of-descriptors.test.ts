import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing.js'

const module = (path: string) => JSON.stringify(import.meta.resolve(path))

/** Supervises a Redis and a Postgres with frequent probes, then uses up all descriptors. */
const script = (dataDir: string) => `
  const { openSync, closeSync } = await import('node:fs')
  const { setImmediate: turn } = await import('node:timers/promises')
  const { supervise } = await import(${module('./supervise.ts')})
  const { startRedis } = await import(${module('../redis/redis.ts')})
  const { startPostgres } = await import(${module('../postgres/postgres.ts')})
  const { failedProbe } = await import(${module('./probe.ts')})
  const dataDir = ${JSON.stringify(dataDir)}
  const [lines, probes, kept] = [[], { Redis: [], Postgres: [] }, []]
  const log = line => lines.push(line)
  for (const start of [startRedis, startPostgres]) {
    const probed = async () => {
      const { probe, ...service } = await start({ dataDir, log, forTests: true })
      const noted = async () => probes[service.name].push(await probe())
      return { ...service, probe: async () => probes[service.name][(await noted()) - 1] }
    }
    kept.push(await supervise(probed, log, { probeEveryMs: 20, againAfterMs: 20, maxMissedProbes: 2 }))
  }
  const further = async count => {
    const before = Object.values(probes).map(({ length }) => length)
    while (Object.values(probes).some(({ length }, index) => length < before[index] + count)) await turn()
  }
  const pids = () => kept.map(service => service.current().pid)
  await further(1)
  const { port } = new URL(kept[1].current().url)
  const asked = () => fetch('http://127.0.0.1:' + port)
  await asked().catch(() => {})
  const first = pids()
  const taken = []
  const take = () => { try { for (;;) taken.push(openSync('/dev/null')) } catch {} }
  for (let round = 0; round < 5; round++) { // connections that close meanwhile release theirs
    take()
    await further(1)
  }
  const from = probes.Postgres.length
  await further(20)
  const without = new Set(probes.Postgres.slice(from))
  const fetched = await asked().catch(failedProbe)
  for (const descriptor of taken) closeSync(descriptor)
  await further(2)
  console.log(JSON.stringify({
    taken: taken.length, without: [...without], fetched, same: String(pids()) === String(first), lines,
    after: [probes.Redis.at(-1), probes.Postgres.at(-1)],
  }))
  for (const service of kept) await service.stop()`

test('kills no service that it cannot probe because it is out of descriptors', async () => {
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script(tempFolder())]
  const child = spawn('sh', ['-c', 'ulimit -n 100 && exec "$@"', 'sh', ...node], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const { taken, ...seen } = JSON.parse((await child.stdout.toArray()).join(''))
  expect(taken).toBeGreaterThan(5)
  expect(seen).toEqual({
    without: ['unknown'],
    fetched: 'unknown',
    same: true,
    lines: ['Cannot probe Postgres: this process is out of descriptors, ports or memory'],
    after: ['answers', 'answers'],
  })
  expect(await exited).toEqual([0, null])
})
