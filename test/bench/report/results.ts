import { cpus, totalmem } from 'node:os'
import type { Plan } from '../plan.js'
import type { Rig } from '../systems/rig.js'
import type { AtConnections } from './connections.js'
import type { Finding } from './finding.js'

/** The context without which figures mean nothing. */
export type Machine = {
  processor: string
  cores: number
  memoryGb: number
  node: string
  postgres: string
  redis: string
  /** YYYY-MM-DD */
  date: string
}

/** All results of a run of the bench, from which tables and chart are drawn. */
export type Results = {
  machine: Machine
  plan: Plan['name']
  rounds: number
  /** Absent if it was not measured. */
  connections?: AtConnections[]
  findings: Finding[]
  /** Parts without figures, and why. */
  missing: { part: string; why: string }[]
}

const bytesPerGb = 1024 ** 3

export async function describeMachine({ db, redisVersion }: Rig): Promise<Machine> {
  const { rows } = await db.pool.query('SHOW server_version')
  return {
    processor: (cpus()[0]?.model ?? 'an unknown processor').replaceAll(/\((?:R|TM)\)/g, ''),
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / bytesPerGb),
    node: process.versions.node,
    postgres: rows[0].server_version,
    redis: await redisVersion(),
    date: new Date().toISOString().slice(0, 10),
  }
}

/** Describes the context in one sentence. */
export function machineText({ machine, plan, rounds }: Results): string {
  const { processor, cores, memoryGb, node, postgres, redis, date } = machine
  const on = `${cores} ${cores === 1 ? 'core' : 'cores'} of an ${processor} with ${memoryGb} GB`
  const how = plan === 'quick' ? 'in one quick round, whose figures say little' : `in up to ${rounds} rounds`
  return `Measured on ${date} ${how}, on ${on}: Node ${node}, Postgres ${postgres}, Redis ${redis}; the sender and the databases on the same cores.`
}
