import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb, withDatabase } from '@posthorn/db'
import { reasonOf } from '@posthorn/server'
import { startPostgres } from '@posthorn/standalone/services'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Certificate, makeCertificates } from '../support/certificates.js'
import { eventually } from '../support/eventually.js'

const host = '127.0.0.1'
const untrusted = /^certificate not trusted \(.+\): name its authority with sslrootcert in DATABASE_URL/

test('connects to Postgres with each sslmode, and says what is wrong with a certificate', async () => {
  const own = await makeCertificates(host)
  const { authority } = own
  const url = await startWithTls(own)
  const result = (mode: string, file?: string, at = url) => connect(at, mode, file)
  const isEncrypted = [{ ssl: true }]
  expect(await result('disable')).toEqual([{ ssl: false }])
  expect(await result('require')).toEqual(isEncrypted)
  expect(await result('require', authority)).toEqual(isEncrypted)
  expect(await result('verify-ca', authority)).toEqual(isEncrypted)
  expect(await result('verify-full', authority)).toEqual(isEncrypted)
  expect(await result('verify-full')).toMatch(untrusted)
  expect(await result('verify-full', 'system')).toMatch(untrusted)

  const stranger = (await makeCertificates(host)).authority
  for (const mode of ['require', 'verify-ca', 'verify-full'])
    expect(await result(mode, stranger)).toMatch(untrusted)
  const otherName = url.replace(host, 'localhost')
  expect(await result('verify-ca', authority, otherName)).toEqual(isEncrypted)
  expect(await result('verify-full', authority, otherName)).toMatch(/^certificate is for another host/)
})

test('says that a Postgres without TLS does not support it', async () => {
  expect(await connect(inject('postgres'), 'require')).toBe('The server does not support SSL connections')
})

/** Starts a Postgres with this certificate. */
async function startWithTls({ certificate, key }: Certificate): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-tls-'))
  chmodSync(dataDir, 0o711)
  const { url, folder, stop } = await startPostgres({ dataDir, log: () => {}, forTests: true })
  onTestFinished(async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { uid, gid } = statSync(folder)
  const settings = ['ssl = on']
  for (const [name, file] of Object.entries({ ssl_cert_file: certificate, ssl_key_file: key })) {
    const own = join(folder, `${name}.pem`)
    copyFileSync(file, own)
    chmodSync(own, 0o600)
    chownSync(own, uid, gid) // Postgres refuses the key of another user
    settings.push(`${name} = '${own}'`)
  }
  const target = withDatabase(url, 'postgres')
  const db = openDb(target, { poolSize: 1 })
  for (const setting of settings.toReversed()) await db.pool.query(`ALTER SYSTEM SET ${setting}`)
  await db.pool.query('SELECT pg_reload_conf()')
  await db.$disconnect()
  await eventually(async () => expect(await connect(target, 'require')).toEqual([{ ssl: true }]))
  return target
}

/** Returns whether the connection is encrypted, or why there is none. */
async function connect(url: string, mode: string, file?: string) {
  const target = new URL(url)
  target.searchParams.set('sslmode', mode)
  if (file !== undefined) target.searchParams.set('sslrootcert', file)
  const db = openDb(target.href, { poolSize: 1 })
  try {
    return (await db.pool.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')).rows
  } catch (error) {
    return reasonOf(error)
  } finally {
    await db.$disconnect()
  }
}
