import { execFile } from 'node:child_process'
import { chmod, mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { eventually } from '../support/eventually.js'
import { type Closing, openPostgres, type RigService } from './services.js'

const name = 'standby'
const run = promisify(execFile)

/**
 * Starts a streaming replica of `primary`, whose files are below `folder`, and makes each commit wait until the replica has
 * applied it. Only then does a failover lose nothing that the primary confirmed.
 */
export async function openStandby(
  primary: RigService,
  folder: string,
  closing: Closing,
  surprised: (words: string) => void,
): Promise<RigService> {
  await primary.part.stop() // stopped, its files can be copied without backup mode
  const own = join(folder, name)
  await mkdir(own)
  await chmod(own, 0o711)
  const files = join(own, 'postgres')
  await run('cp', ['-a', await realpath(join(folder, 'postgres')), files])
  await run('cp', ['-a', join(files, 'data', 'PG_VERSION'), join(files, 'data', 'standby.signal')]) // only its existence matters
  await rm(join(files, 'postgres.log'), { force: true })
  await primary.part.again()
  const { hostname, port, username, password } = new URL(primary.url)
  const primary_conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`
  const settings = { primary_conninfo, wal_retrieve_retry_interval: '200' }
  const standby = await openPostgres(own, closing, surprised, settings)
  await waitForEachCommit(primary.url)
  return standby
}

async function waitForEachCommit(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
  await client.query("ALTER SYSTEM SET synchronous_commit = 'remote_apply'")
  await client.query('SELECT pg_reload_conf()')
  await eventually(async () => {
    const { rows } = await client.query('SELECT sync_state FROM pg_stat_replication')
    if (rows[0]?.sync_state !== 'sync') throw new Error('the standby does not follow yet')
  })
  await client.end()
}

/** Promotes the standby. Resolves when it accepts writes. */
export async function promote(standby: RigService): Promise<void> {
  const client = new pg.Client({ connectionString: standby.url })
  await client.connect()
  await client.query('SELECT pg_promote()')
  await client.end()
}
