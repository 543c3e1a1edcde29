import type { Command } from 'commander'
import { act } from '../context.js'
import { addExamples } from './help.js'

const how = `
Reads DATA_DIR, DATABASE_URL and REDIS_URL like npm start. Needs the checkout, because the image has no backup script.`

/** Defines `posthorn backup`. */
export function defineBackup(command: Command): void {
  command
    .argument('<folder>', 'where to put the backup, in a folder of its own')
    .option('--no-redis', 'leave out Redis: waiting deliveries, idempotency keys and figures')
    .addHelpText('after', how)
    .action(
      act<{ redis: boolean }>((_, { redis }, folder = '') =>
        runScript(['make', folder, ...(redis ? [] : ['--no-redis'])]),
      ),
    )
  const verify = command.command('verify').description('check every file of a backup').argument('<backup>')
  verify.action(act((_, __, folder = '') => runScript(['verify', folder])))
  addExamples(verify, 'posthorn backup verify backups/*')
  addExamples(command, 'posthorn backup backups')
}

/** Defines `posthorn restore`. */
export function defineRestore(command: Command): void {
  command
    .argument('<backup>', 'the backup’s folder')
    .addHelpText('after', `${how} Restores only into an empty database.`)
    .action(act((_, __, folder = '') => runScript(['restore', folder])))
  addExamples(command, 'DATA_DIR=restored posthorn restore backups/*')
}

async function runScript(args: string[]): Promise<void> {
  const { runBackupScript } = await import('./backup/run-script.js')
  await runBackupScript(args)
}
