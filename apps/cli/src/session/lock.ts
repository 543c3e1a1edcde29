import { mkdirSync, rmdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const betweenTriesMs = 100
/** A holder that took longer was killed. */
const longestMs = 30_000

/** Runs `act` while no other process holds the lock, which is a folder. */
export async function withLock<Result>(folder: string, act: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + longestMs
  while (!take(folder)) {
    if (Date.now() > deadline) release(folder)
    else await delay(betweenTriesMs)
  }
  try {
    return await act()
  } finally {
    release(folder)
  }
}

function take(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function release(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // another process released it as abandoned
  }
}
