import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const settleMs = 3000
const looks = 10

/**
 * Returns the resident bytes of each process: the lowest of several samples after a while at rest, without garbage.
 */
export async function memoryOf(pids: number[]): Promise<number[]> {
  await delay(settleMs)
  let least = pids.map(residentBytes)
  for (let look = 1; look < looks; look++) {
    await delay(settleMs / looks)
    least = pids.map((pid, index) => Math.min(least[index] as number, residentBytes(pid)))
  }
  return least
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
