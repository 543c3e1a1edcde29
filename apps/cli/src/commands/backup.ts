import type { Command } from 'commander'
import { act } from '../context.js'
import { addExamples } from './help.js'

const how = `
Reads DATA_DIR, DATABASE_URL and REDIS_URL like npm start.
BACKUP_KEY encrypts: the public key (age1…) makes backups, the secret one (AGE-SECRET-KEY-1…) also reads them.
s3://bucket/folder is a place in S3, which S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY say how to reach.`

type RedisChoice = { redis: boolean }

const withoutRedis = ({ redis }: RedisChoice) => (redis ? [] : ['--no-redis'])

/** Defines `posthorn backup`. */
export function defineBackup(command: Command): void {
  command
    .argument('<folder>', 'where to put the backup, in a folder of its own: a folder, or s3://bucket/folder')
    .option('--no-redis', 'leave out Redis: waiting deliveries, idempotency keys and figures')
    .addHelpText('after', how)
    .action(
      act<RedisChoice>((_, choice, folder = '') => runScript(['make', folder, ...withoutRedis(choice)])),
    )
  const verify = command
    .command('verify')
    .description('check every file of a backup')
    .argument('<backup>', 'its folder, or s3://bucket/folder')
  const key = command.command('key').description('make a key that encrypts backups, like age-keygen')
  verify.action(act((_, __, folder = '') => runScript(['verify', folder])))
  key.action(act(() => runScript(['key'])))
  addExamples(
    key,
    'posthorn backup key > backup.key',
    'BACKUP_KEY=$(tail -n 1 backup.key) posthorn backup encrypted',
    'BACKUP_KEY=$(tail -n 1 backup.key) posthorn backup verify encrypted/*',
  )
  addExamples(verify, 'posthorn backup verify backups/*')
  addExamples(command, 'posthorn backup backups', 'posthorn backup s3://backups/posthorn --no-redis')
}

/** Defines `posthorn restore`. */
export function defineRestore(command: Command): void {
  command
    .argument('<backup>', 'its folder, or s3://bucket/folder')
    .option(
      '--no-redis',
      'leave out Redis. Otherwise, this needs a redis-server as recent as the one that was copied',
    )
    .addHelpText('after', `${how} Restores only into an empty database.`)
    .action(
      act<RedisChoice>((_, choice, folder = '') => runScript(['restore', folder, ...withoutRedis(choice)])),
    )
  addExamples(command, 'DATA_DIR=restored posthorn restore backups/*')
}

async function runScript(args: string[]): Promise<void> {
  const { runBackupScript } = await import('./backup/run-script.js')
  await runBackupScript(args)
}
