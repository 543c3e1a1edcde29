import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { loadEnvFile, runMain } from '@posthorn/server'
import { readBackupEnv } from '../env.js'
import { ownUrl } from '../own-url.js'
import { killAll } from '../services/index.js'
import { onStopSignal } from '../signals.js'
import { StartupError } from '../startup-error.js'
import { newBackupKey, readBackupKey } from './backup-key.js'
import { makeBackup } from './make-backup.js'
import { openPlace } from './places/open.js'
import { openByteProgress } from './progress.js'
import { describeBackup } from './report.js'
import { restoreBackup } from './restore-backup.js'
import { openBackup } from './verify-backup.js'

const usage = `Usage:
  posthorn-backup make <folder> [--no-redis]      copies everything to a new folder below <folder>
  posthorn-backup verify <backup>                 checks every file of a backup
  posthorn-backup restore <backup> [--no-redis]   restores into an empty DATA_DIR, DATABASE_URL and REDIS_URL
  posthorn-backup key                             makes a key for BACKUP_KEY, which encrypts backups
Folders and backups can be in S3: s3://bucket/folder`

type Arguments = { command: string; folder: string; withRedis: boolean }

const progress = openByteProgress()
const log = progress.print

/** Deletes a backup that is not finished. */
let discard = async () => {}
const discardWithinMs = 10_000
/** Ends the process after Ctrl-C. What fails then is no news. */
let leaving: Promise<void> | undefined

/** Makes or restores a backup. Ctrl-C ends it. An unfinished backup is deleted, and an unfinished restore is an empty database. */
async function main(): Promise<void> {
  const { command, folder, withRedis } = readArguments()
  loadEnvFile('.env')
  const leave = () => {
    killAll()
    process.exit(1)
  }
  const stop = () => {
    leaving = Promise.race([discard().catch(() => {}), delay(discardWithinMs)]).then(leave)
  }
  onStopSignal(stop, leave)
  if (command === 'key') await printKey()
  else if (command === 'make') await make(folder, withRedis)
  else await open(command === 'restore', folder, withRedis)
  process.exit(0)
}

async function make(folder: string, withRedis: boolean): Promise<void> {
  const env = readBackupEnv()
  const key = await readBackupKey(env.BACKUP_KEY)
  const onBegin = (begun: typeof discard) => {
    discard = begun
  }
  const made = await makeBackup(env, { parent: folder, withRedis, key, progress, onBegin }, log)
  log(`Backup: ${made}`)
  log(
    key
      ? 'It is encrypted. To restore it, BACKUP_KEY must be the secret key, which begins with AGE-SECRET-KEY-1.'
      : 'It contains keys and password hashes. Store it as carefully as a password, or set BACKUP_KEY to encrypt it.',
  )
}

/** Checks every file before anything is restored. */
async function open(isRestored: boolean, folder: string, withRedis: boolean): Promise<void> {
  const env = readBackupEnv()
  const backup = await openBackup(await openPlace(folder, env), await readBackupKey(env.BACKUP_KEY), progress)
  if (!isRestored) return log(describeBackup(backup.manifest))
  const { begun } = await restoreBackup(env, { ...backup, withRedis }, log)
  log(`Restored everything that was accepted before ${begun}. Start Posthorn with the same settings.`)
  const url = env.BASE_URL ?? ownUrl(env.HOST, env.PORT)
  log(`Then check it: posthorn login ${url}, as an administrator, and posthorn doctor --after-restore.`)
}

/** In the form of age-keygen: the secret key is the line that begins with AGE-SECRET-KEY. */
async function printKey(): Promise<void> {
  const { identity, recipient } = await newBackupKey()
  log(`# public key, enough to make backups: ${recipient}`)
  log(identity)
}

/** @throws StartupError with the usage */
function readArguments(): Arguments {
  try {
    const options = { redis: { type: 'boolean', default: true } } as const
    const { positionals, values } = parseArgs({ options, allowPositionals: true, allowNegative: true })
    const [command = '', folder = '', ...more] = positionals
    const isComplete =
      command === 'key' ? folder === '' : folder !== '' && /^(make|verify|restore)$/.test(command)
    if (isComplete && more.length === 0) return { command, folder, withRedis: values.redis }
  } catch (error) {
    throw new StartupError(`${(error as Error).message}\n${usage}`)
  }
  throw new StartupError(usage)
}

runMain(() => main().catch(error => leaving ?? Promise.reject(error)))
