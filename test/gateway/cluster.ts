import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@posthorn/standalone/services'
import { openPart, ready, startProcess } from '../faults/part.js'
import { type Closing, openPostgres, openRedis } from '../faults/services.js'

const roles = ['ingress', 'ingress', 'api', 'api', 'worker', 'worker', 'worker'] as const
const readyWithinMs = 300_000

export const adminPassword = 'of the administrator'

export type Cluster = Awaited<ReturnType<typeof openCluster>>
export type Member = Cluster['members'][number]

/**
 * Starts two ingresses, two apis and three workers of the release in `folder`, with one Postgres and one Redis.
 * @param publicUrl the gateway's address
 */
export async function openCluster(folder: string, publicUrl: string, closing: Closing) {
  const data = await mkdtemp(join(tmpdir(), 'posthorn-cluster-'))
  await chmod(data, 0o711) // as root, Postgres's own user passes through
  closing.push(() => rm(data, { recursive: true, force: true }))
  const surprises: string[] = []
  const surprised = (words: string) => void surprises.push(words)
  const postgres = await openPostgres(data, closing, surprised)
  const redis = await openRedis(data, closing, surprised)
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    BASE_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1',
    HOOK_RATE: 'off',
    API_RATE: 'off',
  }
  let release = folder
  const main = (file: string) => join(release, 'apps', file)
  const hookUrl = await migrate(main('api/dist/migrate.js'), env)
  const open = async (role: (typeof roles)[number], index: number) => {
    const name = `${role} ${index}`
    const [port, opsPort] = [await freePort(), await freePort()]
    const own = { ...env, PORT: String(port), OPS_PORT: String(opsPort) }
    const logFile = join(process.env.CLUSTER_LOGS ?? data, `${name}.log`)
    const part = await openPart(
      () => startProcess(name, main(`${role}/dist/main.js`), own, logFile),
      surprised,
    )
    closing.push(part.stop)
    const untilReady = () => ready(name, `http://127.0.0.1:${opsPort}`, readyWithinMs)
    return { name, role, part, url: `http://127.0.0.1:${port}`, untilReady }
  }
  const members = await Promise.all(roles.map(open))
  await Promise.all(members.map(({ untilReady }) => untilReady()))
  const urlsOf = (wanted: string) => members.filter(({ role }) => role === wanted).map(({ url }) => url)
  return {
    hookUrl: hookUrl ?? '',
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    members,
    urls: { ingress: urlsOf('ingress'), api: urlsOf('api') },
    /** Processes that ended by themselves, or with an error. */
    surprises,
    /** Members run this release from their next start on, and so does the migrate step. */
    use: (folder: string) => {
      release = folder
    },
    migrate: () => migrate(main('api/dist/migrate.js'), env),
  }
}

/** Runs the migrate step and returns the URL of the first hook, which it shows once. */
async function migrate(script: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env, ADMIN_PASSWORD: adminPassword },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = (await child.stdout.toArray()).join('')
  return /Shown this once: hook (\S+)/.exec(printed)?.[1]
}
