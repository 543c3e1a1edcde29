import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const [name, value] = ['POSTHORN_TEST_RUN', randomUUID()]
const orderlyEndMs = 5_000
const betweenLooksMs = 50

/** In the environment of all that the tests start, services in groups of their own included: so we find it again. */
export const runMark = { [name]: value }

/**
 * Ends what the tests of this run left behind, as an interrupted vitest does: it waits for no teardown.
 *
 * @param {(line: string) => void} log
 */
export async function sweep(log) {
  const left = marked()
  if (left.length > 0) log(`Left behind by the tests, and ended now: ${left.join(', ')}`)
  end(left, 'SIGINT')
  const deadline = performance.now() + orderlyEndMs
  while (marked().length > 0 && performance.now() < deadline) await delay(betweenLooksMs)
  end(marked(), 'SIGKILL')
}

/** The processes with our mark. Only Linux shows us. */
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
    return [] // ended meanwhile, or somebody else's
  }
}

/** @param {number[]} pids @param {NodeJS.Signals} signal */
function end(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // ended meanwhile
    }
  }
}
