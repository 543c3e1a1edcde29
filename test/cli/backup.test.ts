import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDb, withDatabase } from '@posthorn/db'
import { newId } from '@posthorn/server'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { shellWith } from '../standalone/posthorn.js'
import { eventually } from '../support/eventually.js'
import { startS3 } from '../support/s3-server.js'
import { openTerminal, tmuxMissing } from '../support/tmux.js'
import { startCli } from './start-cli.js'

const script = fileURLToPath(new URL('../../apps/standalone/bin/backup.js', import.meta.url))
/** More than an upload holds in memory: two parts and a piece. */
const bigPicture = randomBytes(40 * 1024 ** 2)
const smallPicture = randomBytes(1024)
const pictureName = 'ab/abcdefghijklmnopqrstuvab00'

type Backups = Awaited<ReturnType<typeof startBackups>>

/** Starts a server whose DATA_DIR has a file of a post, and an S3 server. `run` runs the command line. */
async function startBackups(picture = smallPicture) {
  const [cli, s3] = [await startCli(), await startS3()]
  const dataDir = join(cli.home, 'data')
  mkdirSync(join(dataDir, 'files/ab'), { recursive: true })
  writeFileSync(join(dataDir, 'files', pictureName), picture)
  writeFileSync(join(dataDir, 'secrets-key'), 'a key')
  const env = { ...s3.env, DATABASE_URL: cli.databaseUrl, REDIS_URL: cli.redisUrl, DATA_DIR: dataDir }
  const run = (args: string[], own: NodeJS.ProcessEnv = {}) => cli.posthorn(args, { env: { ...env, ...own } })
  /** Makes a backup in the bucket, and returns its address. */
  const backedUp = async (own: NodeJS.ProcessEnv = {}) => {
    const made = await run(['backup', 's3://backups/daily/', '--no-redis'], own)
    expect(made).toMatchObject({ code: 0 })
    return /^Backup: (.*)$/m.exec(made.stdout)?.[1] ?? ''
  }
  return { ...cli, s3, env, run, backedUp }
}

test('a backup in a bucket is restored from there into an empty Postgres and folder', async () => {
  const { run, backedUp, db, databaseUrl, home } = await startBackups(bigPicture)
  const address = await backedUp()
  expect(address).toMatch(/^s3:\/\/backups\/daily\/\d{4}-[\dT-]+$/)
  const dataDir = join(home, 'restored')
  const fresh = { DATABASE_URL: withDatabase(databaseUrl, `restored_${newId()}`), DATA_DIR: dataDir }
  expect(await run(['restore', address], fresh)).toMatchObject({ code: 0 })
  const restored = openDb(fresh.DATABASE_URL)
  onTestFinished(() => restored.$disconnect())
  expect(await restored.user.count()).toBe(await db.user.count())
  expect(readFileSync(join(dataDir, 'files', pictureName)).equals(bigPicture)).toBe(true)
  expect(readFileSync(join(dataDir, 'secrets-key'), 'utf8')).toBe('a key')
})

test('a backup is verified in its bucket, and a damaged one is not restored', async () => {
  const { run, backedUp, s3 } = await startBackups()
  const address = await backedUp()
  const complete = /^The backup is complete: .* 1 files of posts, and nothing of Redis/m
  expect((await run(['backup', 'verify', address])).stdout).toMatch(complete)
  const key = address.slice('s3://backups/'.length)
  const newest = `The newest of 1 in it is ${key.slice('daily/'.length)}`
  expect((await run(['backup', 'verify', 's3://backups/daily'])).stderr).toContain(newest)
  writeFileSync(s3.fileOf('backups', `${key}/posts.copy.gz`), 'changed')
  const refused = await run(['restore', address])
  expect(refused.stderr).toContain('posts.copy.gz is missing or damaged')
})

test('an encrypted backup in a bucket hides everything, and only its secret key reads it', async () => {
  const { run, backedUp, s3 } = await startBackups(bigPicture)
  const [, recipient = '', identity = ''] =
    /(age1\w+)\n(AGE-SECRET-KEY-\w+)/.exec((await run(['backup', 'key'])).stdout) ?? []
  const address = await backedUp({ BACKUP_KEY: recipient })
  expect((await s3.keys('backups')).filter(key => !key.endsWith('.age'))).toEqual([])
  const secret = 'the secret key: the line of backup.key that begins with AGE-SECRET-KEY-1'
  const without = await run(['backup', 'verify', address])
  expect(without.stderr).toContain(`${address} is encrypted. Set BACKUP_KEY to ${secret}`)
  const withPublic = await run(['restore', address], { BACKUP_KEY: recipient })
  expect(withPublic.stderr).toContain(
    `BACKUP_KEY is a public key, which only makes backups. Set it to ${secret}`,
  )
  expect(await run(['backup', 'verify', address], { BACKUP_KEY: identity })).toMatchObject({ code: 0 })
})

/** Makes each backup wait at the table of users. Returns a function that ends this. */
async function lockUsers(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('BEGIN; LOCK TABLE users')
  return () => client.end()
}

/** Starts a backup that waits until a signal ends it. Returns its exit code. */
async function interrupted({ databaseUrl, env, s3 }: Backups, signal: NodeJS.Signals): Promise<number> {
  const unlock = await lockUsers(databaseUrl)
  const args = [script, 'make', 's3://backups', '--no-redis']
  const child = spawn(process.execPath, args, { env: shellWith(env), stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await eventually(async () => expect(await s3.keys('backups')).not.toEqual([]))
  child.kill(signal)
  const [code] = await once(child, 'exit')
  await unlock()
  return code
}

test('an interrupted backup leaves nothing in the bucket, and a killed one nothing that looks complete', async () => {
  const backups = await startBackups()
  const { run, s3 } = backups
  expect(await interrupted(backups, 'SIGINT')).toBe(1)
  expect(await s3.keys('backups')).toEqual([])
  await interrupted(backups, 'SIGKILL')
  const [key = ''] = await s3.keys('backups')
  const { code, stderr } = await run(['backup', 'verify', `s3://backups/${key.split('/')[0]}`])
  expect([code, stderr]).toEqual([1, expect.stringContaining('is no backup: it has no manifest.json')])
})

test('says what is wrong with a bucket or a server, and leaves nothing in the bucket', async () => {
  const { run, s3 } = await startBackups()
  const wrong: [address: string, env: NodeJS.ProcessEnv, says: string][] = [
    ['s3://backups', { DATABASE_URL: 'postgresql://127.0.0.1:9/x' }, 'Postgres: '],
    ['s3://nowhere/x', {}, 'S3 has no bucket nowhere'],
    ['s3:///x', {}, 's3:///x names no bucket. Write s3://bucket/folder'],
    [
      's3://backups',
      { S3_ACCESS_KEY_ID: 'wrong' },
      'S3 does not accept the credentials for the bucket backups',
    ],
    ['s3://backups', { S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY: must be set with S3_ACCESS_KEY_ID'],
  ]
  for (const [address, env, says] of wrong)
    expect(await run(['backup', address], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(says),
    })
  expect(await s3.keys('backups')).toEqual([])
})

test.skipIf(tmuxMissing)('a person sees each table, and Ctrl-C leaves no backup', async () => {
  const { home, loggedIn, env, s3, databaseUrl } = await startBackups()
  const unlock = await lockUsers(databaseUrl)
  const { type, press, screen, close } = await openTerminal(join(home, 'tmux'), { ...loggedIn, ...env })
  onTestFinished(async () => void (await close()))
  const shows = (text: RegExp) => eventually(async () => expect(await screen()).toMatch(text))
  await type('posthorn backup s3://backups')
  await shows(/^Redis: [\d.]+ MiB$/m)
  await shows(/^Postgres: channels, \d+ rows/m)
  await press('C-c')
  await type('echo ended with $?')
  await shows(/^Error: Interrupted\.$/m)
  await shows(/^ended with 130$/m)
  expect(await s3.keys('backups')).toEqual([])
  await unlock()
})
