import { localTime } from '../../output/printable.js'
import type { Server } from '../../session/server.js'
import { broken, type Finding, fine, warning } from './finding.js'

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
