import { runMain } from '@posthorn/server'
import { readStandaloneEnv } from './env.js'
import { onStopSignal } from './signals.js'
import { start } from './start.js'

const log = (line: string) => console.log(line)

/** Everything on this machine, from one command, until Ctrl-C. */
async function main(): Promise<void> {
  let stopping = false
  const starting = start(readStandaloneEnv(), log)
  const stop = async () => {
    stopping = true
    log('Stopping …')
    const end = await starting.catch(() => undefined) // a start that failed has cleaned up after itself
    await end?.()
    log('Stopped.')
    process.exit(0)
  }
  onStopSignal(
    () => void stop(),
    () => process.exit(1),
  )
  await starting.catch(error => {
    if (!stopping) throw error
  })
}

runMain(main)
