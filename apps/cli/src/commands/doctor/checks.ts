import { statfsSync } from 'node:fs'
import { cliVersion } from '../../context.js'
import { localTime } from '../../output/printable.js'
import type { Server } from '../../session/server.js'
import { broken, type Finding, fine, warning } from './finding.js'

const maxClockErrorMs = 2000
const gibibyte = 1024 ** 3
const least = { warningGib: 5, brokenGib: 0.5 }

/** Compares versions and clocks. The clock is read in the middle of a call, so a slow network counts for little. */
export async function serverAndClock({
  client,
  url,
}: Server): Promise<{ version: string; found: Finding[] }> {
  const before = Date.now()
  const { version, server_time } = await client.ping()
  const tookMs = Date.now() - before
  const errorMs = Number(server_time) - (before + tookMs / 2)
  const seconds = `${(Math.abs(errorMs) / 1000).toFixed(1)} s`
  return {
    version,
    found: [
      fine('server', `${url} responded in ${tookMs} ms with version ${version}.`),
      version === cliVersion()
        ? fine('version', 'The command line has the same version.')
        : warning(
            'version',
            `The command line has version ${cliVersion()}.`,
            'Use the version of the server.',
          ),
      Math.abs(errorMs) <= maxClockErrorMs + tookMs / 2
        ? fine('clock', `The clocks differ by ${seconds}.`)
        : warning(
            'clock',
            `The server’s clock is ${seconds} ${errorMs > 0 ? 'ahead of' : 'behind'} this machine’s.`,
            'Synchronize both with NTP. Channels show posts in the order of the ingress’s clock.',
          ),
    ],
  }
}

/** Checks the space for Postgres and Redis. Finds nothing if the folder is not on this machine. */
export async function disk(dataDir: string): Promise<Finding[]> {
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    const gib = (bavail * bsize) / gibibyte
    const message = `${gib.toFixed(1)} GiB are free for ${dataDir}.`
    const fix = 'Free some space, or lower DELIVERY_DAYS. Without space, Redis stops and senders get 503.'
    if (gib < least.brokenGib) return [broken('disk', message, fix)]
    return [gib < least.warningGib ? warning('disk', message, fix) : fine('disk', message)]
  } catch {
    return []
  }
}

/** Reports what the server knows about itself: Redis, Postgres, its promises, processes and backlog. */
export async function pipeline({ client }: Server, version: string): Promise<Finding[]> {
  const { problems, checks, backlog } = await client.getHealth()
  const found = problems.map(({ part, severity, message, since_at, advice }) => {
    const since = since_at === 0 ? '' : ` Since ${localTime(since_at)}.`
    return (severity === 'broken' ? broken : warning)(part, message + since, advice)
  })
  const parts = new Set<string>(found.map(({ id }) => id))
  for (const { part, ok } of checks) if (ok && !parts.has(part)) found.push(fine(part, 'It responds.'))
  if (!parts.has('durability'))
    found.push(fine('durability', 'Redis and Postgres keep what Posthorn promises.'))
  if (backlog && !parts.has('backlog'))
    found.push(fine('backlog', `${backlog.deliveries} deliveries are waiting.`))
  return [...found, ...(await processes(client, version))]
}

async function processes(client: Server['client'], version: string): Promise<Finding[]> {
  const { alive } = await client.listProcesses()
  const others = alive.filter(one => one.version !== version)
  const names = alive.map(({ name }) => name).join(', ')
  if (alive.length === 0) return [] // the server has reported that as broken
  if (others.length === 0)
    return [fine('processes', `${alive.length} are running, all of the same version: ${names}.`)]
  const list = others.map(one => `${one.name} ${one.pid} on ${one.host} (${one.version})`).join(', ')
  return [warning('processes', `These have another version: ${list}.`, 'Finish the update: restart them.')]
}
