import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runMain } from '@posthorn/server'
import { readStandaloneEnv } from '../env.js'
import { killGuarded } from '../services/index.js'
import { onStopSignal } from '../signals.js'
import { StartupError } from '../startup-error.js'
import { makeBackup } from './make-backup.js'
import { readManifest } from './manifest.js'
import { describeBackup } from './report.js'
import { restoreBackup } from './restore-backup.js'

const usage = `Usage:
  posthorn-backup make <folder> [--no-redis]   copies everything to a new folder below <folder>
  posthorn-backup verify <backup>              checks every file of a backup
  posthorn-backup restore <backup>             restores into an empty DATA_DIR, DATABASE_URL and REDIS_URL`

const commands = ['make', 'verify', 'restore'] as const

const log = (line: string) => console.log(line)

/** Makes or restores a backup. Ctrl-C ends it; what it wrote stays a `.part` folder, or an empty database. */
async function main(): Promise<void> {
  const [command, folder, withRedis] = readArguments()
  const stop = () => {
    killGuarded()
    process.exit(1)
  }
  onStopSignal(stop, stop)
  const env = readStandaloneEnv()
  if (command === 'make') {
    const made = await makeBackup(env, { parent: resolve(folder), withRedis }, log)
    log(`Backup: ${made}`)
    log('It contains keys and password hashes. Store it as carefully as a password.')
  } else if (command === 'verify') {
    log(describeBackup(await readManifest(resolve(folder))))
  } else {
    const { begun } = await restoreBackup(env, resolve(folder), log)
    log(`Restored everything that was accepted before ${begun}. Start Posthorn with the same settings.`)
  }
  process.exit(0)
}

/** @throws StartupError with the usage */
function readArguments(): [(typeof commands)[number], string, boolean] {
  try {
    const options = { redis: { type: 'boolean', default: true } } as const
    const { positionals, values } = parseArgs({ options, allowPositionals: true, allowNegative: true })
    const [word, folder, ...more] = positionals
    const command = commands.find(one => one === word)
    if (command && folder && more.length === 0) return [command, folder, values.redis]
  } catch (error) {
    throw new StartupError(`${(error as Error).message}\n${usage}`)
  }
  throw new StartupError(usage)
}

runMain(main)
