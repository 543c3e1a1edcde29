import { withDatabase } from '@posthorn/db'
import { newId } from '@posthorn/server'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { eventually } from './eventually.js'

/** Creates a role for this test with the rights of its database's owner, and drops it at the end. Its settings may be changed. */
export async function makeRole(databaseUrl: string) {
  const client = new pg.Client({ connectionString: withDatabase(inject('postgres'), 'postgres') })
  await client.connect()
  const owner = client.escapeIdentifier(new URL(databaseUrl).username)
  const [name, password] = [`role_${newId()}`, newId()]
  await client.query(`CREATE ROLE ${name} LOGIN IN ROLE ${owner} PASSWORD '${password}'`)
  const disconnect = () =>
    client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [name])
  onTestFinished(async () => {
    await disconnect()
    await reassign(databaseUrl, name, owner)
    await client.query(`DROP ROLE ${name}`)
    await client.end()
  })
  const url = new URL(databaseUrl)
  Object.assign(url, { username: name, password })
  return {
    url: url.toString(),
    /** Changes the role and ends its older connections, so that the next ones use the new settings. */
    alter: async (change: string) => {
      await client.query(`ALTER ROLE ${name} ${change}`)
      await endConnections(client, name)
    },
    disconnect,
    password,
  }
}

/** Ends a role's connections. One that is just being made has no role yet, so it is awaited. */
async function endConnections(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
  const older = `FROM pg_stat_activity WHERE backend_type = 'client backend' AND backend_start <= $1::timestamptz`
  await eventually(async () => {
    await client.query(`SELECT pg_terminate_backend(pid) ${older} AND usename = $2`, [rows[0]?.now, role])
    const left = await client.query(`SELECT pid ${older} AND coalesce(usename, $2) = $2`, [
      rows[0]?.now,
      role,
    ])
    expect(left.rows).toEqual([])
  })
}

/** Gives what the role created to the owner: after midnight, a worker creates a partition. */
async function reassign(databaseUrl: string, role: string, owner: string): Promise<void> {
  const database = new URL(databaseUrl).pathname.slice(1)
  const client = new pg.Client({ connectionString: withDatabase(inject('postgres'), database) })
  await client.connect()
  await client.query(`REASSIGN OWNED BY ${role} TO ${owner}`)
  await client.end()
}
