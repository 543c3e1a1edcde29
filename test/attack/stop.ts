import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from '../../apps/standalone/src/services/process/process-info.js'
import type { Scene } from './phase.js'
import { openAttacker } from './programs.js'

const stopSeconds = 10
/** How long the product may take to stop before it is killed. */
const patienceMs = 60_000
/** When the hostile sockets are open. */
const beginMs = 3_000

/** Stops the product while hostile sockets are open. Returns the missed goals in words. */
export async function stopUnderAttack({ posthorn, target }: Scene, log: (line: string) => void) {
  const attacker = await openAttacker('sockets', { ...target, seconds: 2 * (patienceMs / 1000) })
  void attacker.attack().catch(() => {}) // the stop breaks it off
  await delay(beginMs)
  const pids = posthorn.pids()
  const began = performance.now()
  const code = await Promise.race([posthorn.stop('SIGTERM'), delay(patienceMs, 'never' as const)])
  const seconds = (performance.now() - began) / 1000
  attacker.stop()
  const left = [posthorn.pid, ...pids].filter(isAlive)
  for (const pid of left) process.kill(pid, 'SIGKILL')
  log(`stopped in ${seconds.toFixed(1)} s with exit code ${code}, ${left.length} processes left`)
  const missed: string[] = []
  if (code !== 0 || left.length > 0) missed.push('it did not stop in order')
  if (seconds >= stopSeconds) missed.push(`it took more than ${stopSeconds} s to stop`)
  return missed
}
