import { withDatabase } from '@posthorn/db'
import { newId } from '@posthorn/server'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

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
    /** Changes the role and ends its open connections, so that the next ones use the new settings. */
    alter: async (change: string) => {
      await client.query(`ALTER ROLE ${name} ${change}`)
      await disconnect()
    },
    disconnect,
    password,
  }
}

/** Gives what the role created to the owner: after midnight, a worker creates a partition. */
async function reassign(databaseUrl: string, role: string, owner: string): Promise<void> {
  const database = new URL(databaseUrl).pathname.slice(1)
  const client = new pg.Client({ connectionString: withDatabase(inject('postgres'), database) })
  await client.connect()
  await client.query(`REASSIGN OWNED BY ${role} TO ${owner}`)
  await client.end()
}
