import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { backupScript } from '../../context.js'
import { exitCodes, Failure } from '../../failure.js'

/** Runs the script of the checkout, which reaches Postgres and Redis itself. @throws Failure if it fails */
export async function runBackupScript(args: string[]): Promise<void> {
  if (!existsSync(backupScript)) throw new Failure('There is no backup script here.', 'Run it in a checkout.')
  let isInterrupted = false
  process.removeAllListeners('SIGINT').on('SIGINT', () => {
    isInterrupted = true // the script stops in order, and then we do
  })
  const [code] = await once(spawn(process.execPath, [backupScript, ...args], { stdio: 'inherit' }), 'exit')
  if (code !== 0 && isInterrupted) throw new Failure('Interrupted.', '', exitCodes.interrupted)
  if (code !== 0) throw new Failure(`The command “${args[0]}” of the backup did not succeed.`)
}
