import { appendFile, chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDatabase, migrate, openDb } from '@posthorn/db'
import { freePort, type Service, startPostgres, startRedis } from '@posthorn/standalone/services'
import { type Line, openLine } from '../worlds/open-line.js'
import { furnish } from './furnish.js'
import { openPart, type Part, ready, startMain } from './part.js'
import type { PartName, ProgramName } from './plan.js'

const mains = {
  ingress: fileURLToPath(new URL('../../apps/ingress/dist/main.js', import.meta.url)),
  worker: fileURLToPath(new URL('../../apps/worker/dist/main.js', import.meta.url)),
}

const programs = [
  { name: 'ingress 1', role: 'ingress' },
  { name: 'ingress 2', role: 'ingress' },
  { name: 'worker 1', role: 'worker' },
  { name: 'worker 2', role: 'worker' },
] as const

const startMs = 60_000
const log = () => {}

export type Rig = Awaited<ReturnType<typeof openRig>>

/** Two ingresses and two workers, each over lines of its own to one Postgres and one Redis, as they run in production. */
export async function openRig() {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-faults-'))
  await chmod(folder, 0o711) // as root, Postgres's own user passes through
  const surprises: string[] = []
  const surprised = (words: string) => void surprises.push(words)
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of closing.splice(0).toReversed()) await end()
  }
  /** One after another, so that whatever fails leaves nothing behind. */
  const service = async (start: (port: number) => Promise<Service>) => {
    const port = await freePort()
    let url = ''
    const part = await openPart(async () => {
      const running = await start(port)
      url = running.url
      return running
    }, surprised)
    closing.push(part.stop)
    return { part, url }
  }

  try {
    const settings = { max_connections: '300' } // a silent line's far end stays open
    const postgres = await service(async port => {
      const running = await startPostgres({ dataDir: folder, port, settings, log })
      closing[0] = async () => {
        await rm(running.folder, { recursive: true, force: true })
        await rm(folder, { recursive: true, force: true })
      }
      return running
    })
    const redis = await service(port => startRedis({ dataDir: folder, port, log }))
    await ensureDatabase(postgres.url)
    await migrate(postgres.url)
    const db = openDb(postgres.url)
    closing.push(() => db.$disconnect())
    const hooks = await furnish(db)

    const opened = await Promise.all(
      programs.map(async ({ name, role }) => {
        const lines = { redis: await openLine(redis.url), postgres: await openLine(postgres.url) }
        closing.push(lines.redis.cut, lines.postgres.cut)
        const [port, opsPort] = [await freePort(), await freePort()]
        const env = {
          DATABASE_URL: lines.postgres.url,
          REDIS_URL: lines.redis.url,
          PORT: String(port),
          OPS_PORT: String(opsPort),
          HOOK_RATE: '1000000/60',
        }
        const logFile = join(process.env.FAULTS_LOGS ?? folder, `${name}.log`)
        const part = await openPart(() => startMain(name, mains[role], env, logFile), surprised)
        closing.push(part.stop)
        const isReady = () => ready(name, `http://127.0.0.1:${opsPort}`, startMs)
        return { name, role, part, lines, isReady, url: `http://127.0.0.1:${port}` }
      }),
    )
    const allReady = () => Promise.all(opened.map(({ isReady }) => isReady()))
    await allReady()

    const parts = {
      ...byName(opened.map(({ name, part }) => [name, part])),
      redis: redis.part,
      postgres: postgres.part,
    }
    const lines = byName(opened.map(({ name, lines }) => [name, lines]))
    return {
      db,
      redisUrl: redis.url,
      hooks,
      ingressUrls: opened.flatMap(({ role, url }) => (role === 'ingress' ? [url] : [])),
      surprises,
      part: (name: PartName): Part => parts[name],
      line: (name: ProgramName, to: 'redis' | 'postgres'): Line => lines[name][to],
      /** As a crash in mid-write leaves Redis's append-only file: with the beginning of a command at its end. */
      tearRedisFile: () => tear(join(folder, 'redis', 'appendonlydir')),
      allReady,
      stop: (role: 'ingress' | 'worker') =>
        Promise.all(opened.filter(program => program.role === role).map(({ part }) => part.stop())),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function byName<Thing>(entries: [ProgramName, Thing][]) {
  return Object.fromEntries(entries) as Record<ProgramName, Thing>
}

async function tear(appendOnlyFolder: string): Promise<void> {
  const files = await readdir(appendOnlyFolder)
  const newest = files.filter(file => file.endsWith('.incr.aof')).toSorted()
  const file = newest.at(-1)
  if (file) await appendFile(join(appendOnlyFolder, file), '*3\r\n$3\r\nSET\r\n$5\r\nne')
}
