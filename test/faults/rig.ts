import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Db, ensureDatabase, migrate, openDb } from '@posthorn/db'
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.js'
import type { Part } from './part.js'
import { type PartName, type ProgramName, programs as programNames, type ServiceName } from './plan.js'
import { openPrograms, type Role } from './programs.js'
import { seedHooks } from './seed-hooks.js'
import { type Closing, openPostgres, openRedis, type RigService, tearRedisFile } from './services.js'
import { openStandby, promote } from './standby.js'

export type Rig = Awaited<ReturnType<typeof openRig>>

/**
 * Starts two ingresses and two workers, each with its own proxies to one Postgres and one Redis, as in production.
 * `hasStandby`: Postgres has a replica for a failover. Logs go to the folder FAULTS_LOGS if it is set.
 */
export async function openRig(hasStandby = false) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-faults-'))
  await chmod(folder, 0o711) // as root, Postgres's own user passes through
  const closing: Closing = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of closing.splice(0).toReversed()) await end()
  }
  try {
    return { ...(await build(folder, closing, hasStandby)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function build(folder: string, closing: Closing, hasStandby: boolean) {
  const surprises: string[] = []
  const surprised = (words: string) => void surprises.push(words)
  const postgres = await openPostgres(folder, closing, surprised)
  const redis = await openRedis(folder, closing, surprised)
  const own = await openTcpProxy(postgres.url)
  closing.push(own.cut)
  const db = await makeDatabase(own.url)
  closing.push(() => db.$disconnect())
  const hooks = await seedHooks(db)
  const standby = hasStandby ? await openStandby(postgres, folder, closing, surprised) : undefined

  const urls = { redis: redis.url, postgres: postgres.url }
  const programs = await openPrograms({ urls, folder: process.env.FAULTS_LOGS ?? folder, closing, surprised })
  const allReady = () => Promise.all(Object.values(programs).map(program => program.ready()))
  await allReady()
  const services = { redis, postgres }
  const linesToPostgres = () => [own, ...programNames.map(name => programs[name].lines.postgres)]
  const of = (role: Role) => Object.values(programs).filter(program => program.role === role)
  return {
    db,
    hooks,
    redisUrl: redis.url,
    ingressUrls: of('ingress').map(({ url }) => url),
    /** Processes that ended by themselves, or with an error. */
    surprises,
    part: (name: PartName): Part => ({ ...programs, ...services })[name].part,
    line: (name: ProgramName, to: ServiceName): TcpProxy => programs[name].lines[to],
    postgresUrl: () => services.postgres.url,
    failOver: async (forMs: number) => {
      if (!standby) throw new Error('There is no standby')
      await failOver(postgres, standby, linesToPostgres(), forMs)
      services.postgres = standby
    },
    tearRedisFile: () => tearRedisFile(folder),
    allReady,
    stop: (role: Role) => Promise.all(of(role).map(({ part }) => part.stop())),
  }
}

/** Kills the primary permanently. The standby takes over a while later, behind the same addresses. */
async function failOver(
  primary: RigService,
  standby: RigService,
  lines: TcpProxy[],
  forMs: number,
): Promise<void> {
  await primary.part.abandon()
  await delay(forMs)
  await promote(standby)
  for (const line of lines) line.redirect(standby.url)
}

async function makeDatabase(url: string): Promise<Db> {
  await ensureDatabase(url)
  await migrate(url)
  return openDb(url)
}
