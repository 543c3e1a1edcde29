import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@posthorn/standalone/services'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.js'
import type { Unpacked } from '../support/unpack-package.js'

/** Fewer than a process's own pool, so that clients share sessions. */
const serverConnections = 3

/**
 * Starts a PgBouncer in front of this database, which ends with the test. It accepts no parameters of a connection's start but its
 * own few, which is its default.
 * @returns the database's URL through it
 */
export async function startPgBouncer(
  unpacked: Unpacked,
  databaseUrl: string,
  { mode }: { mode: 'session' | 'transaction' },
): Promise<string> {
  if ('missing' in unpacked) throw new Error(unpacked.missing)
  const target = new URL(databaseUrl)
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'posthorn-pgbouncer-'))]
  await chmod(folder, 0o755) // PgBouncer does not run as root
  const database = target.pathname.slice(1)
  const password = decodeURIComponent(target.password)
  await writeFile(join(folder, 'users'), `"${target.username}" "${password}"\n`, { mode: 0o644 })
  const settings = [
    '[databases]',
    `${database} = host=${target.hostname} port=${target.port}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}`,
    `auth_type = plain\nauth_file = ${join(folder, 'users')}`,
    `pool_mode = ${mode}\ndefault_pool_size = ${mode === 'session' ? 20 : serverConnections}`,
    'max_client_conn = 100\nidle_transaction_timeout = 10',
    'unix_socket_dir =',
  ]
  await writeFile(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`, { mode: 0o644 })
  const isRoot = userInfo().uid === 0
  const child = spawn(
    join(unpacked.folder, 'usr/sbin/pgbouncer'),
    ['-q', ...(isRoot ? ['-u', 'nobody'] : []), join(folder, 'pgbouncer.ini')],
    { stdio: ['ignore', 'ignore', 'ignore'], env: { ...process.env, LD_LIBRARY_PATH: unpacked.libraries } },
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  target.host = `127.0.0.1:${port}`
  await eventually(() => answers(target.href))
  return target.href
}

async function answers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.end()
}
