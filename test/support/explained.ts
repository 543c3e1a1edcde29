import { type Db, openDb } from '@posthorn/db'
import { onTestFinished } from 'vitest'

/** A node of a plan of Postgres, as `EXPLAIN` with JSON returns it. */
export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Returns how many rows a node read. */
export function rowsOf(node: Plan): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
}

/** Opens the database so that Postgres reports the plan of every statement, whose nodes are added to `nodes`. */
export async function openExplained(db: Db, url: string) {
  const name = new URL(url).pathname.slice(1)
  const settings = {
    session_preload_libraries: "'auto_explain'",
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_format': "'json'",
    'auto_explain.log_level': "'notice'",
  }
  await db.pool.query("LOAD 'auto_explain'")
  for (const [setting, value] of Object.entries(settings))
    await db.pool.query(`ALTER DATABASE "${name}" SET ${setting} = ${value}`)
  const explained = openDb(url, { poolSize: 1 })
  onTestFinished(() => explained.$disconnect())
  const nodes: Plan[] = []
  explained.pool.on('connect', connection =>
    connection.on('notice', ({ message = '' }) => {
      const at = message.indexOf('{')
      if (at >= 0) nodes.push(...nodesOf(JSON.parse(message.slice(at)).Plan))
    }),
  )
  return { explained, nodes }
}
