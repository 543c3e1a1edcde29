import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const [name, value] = ['POSTHORN_TEST_RUN', randomUUID()]
const orderlyEndMs = 5_000
const betweenLooksMs = 50

/** Marks the environment of every process that the tests start, so that `sweep` finds it again. */
export const runMark = { [name]: value }

/**
 * Ends the processes that this run's tests left behind. An interrupted vitest leaves some, because it skips teardowns.
 *
 * @param {(line: string) => void} log
 */
export async function sweep(log) {
  const left = marked()
  if (left.length > 0) log(`Ending processes that the tests left behind: ${left.join(', ')}`)
  end(left, 'SIGINT')
  const deadline = performance.now() + orderlyEndMs
  while (marked().length > 0 && performance.now() < deadline) await delay(betweenLooksMs)
  end(marked(), 'SIGKILL')
}

/** Returns the processes with our mark. Works only on Linux. */
function marked() {
  return processes().filter(pid => pid !== process.pid && environment(pid).includes(`${name}=${value}`))
}

function processes() {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter(pid => pid > 0)
  } catch {
    return []
  }
}

/** @param {number} pid */
function environment(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
  } catch {
    return [] // it has exited, or belongs to another user
  }
}

/** @param {number[]} pids @param {NodeJS.Signals} signal */
function end(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // it has exited
    }
  }
}
