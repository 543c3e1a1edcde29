import { loadEnvFile, runMain } from '@posthorn/server'
import { readStandaloneEnv } from './env.js'
import { killAll } from './services/index.js'
import { endParts, type Part } from './shutdown.js'
import { onStopSignal } from './signals.js'
import { start, stopAllWithinMs } from './start.js'

const log = (line: string) => console.log(line)

/** After this, we stop what a hanging start has started. */
const startWithinMs = 20_000

/** Runs everything on this machine until Ctrl-C. */
async function main(): Promise<void> {
  const names = loadEnvFile('.env')
  if (names.length > 0) log(`Environment: ${names.join(', ')} from .env`)
  let stopping = false
  const parts: Part[] = []
  const starting = start(readStandaloneEnv(), log, parts)
  const stop = async () => {
    stopping = true
    log('Stopping …')
    const started = { name: 'The start', end: () => starting.catch(() => {}), withinMs: startWithinMs }
    const deadline = performance.now() + stopAllWithinMs
    const hasStarted = await endParts([started], log, startWithinMs) // wait, because it may still add parts
    const haveAllEnded = await endParts(parts, log, deadline - performance.now())
    const hasEnded = hasStarted && haveAllEnded
    log(hasEnded ? 'Stopped.' : 'Stopped by force.')
    if (!hasEnded) killAll()
    process.exit(hasEnded ? 0 : 1)
  }
  onStopSignal(
    () => void stop(),
    () => process.exit(1), // whatever remains ends with us
  )
  await starting.catch(error => {
    if (!stopping) throw error
  })
}

runMain(main)
