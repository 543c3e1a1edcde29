import { readFileSync } from 'node:fs'

/** Whether a process with this id is running, ours or not. Zombies don't count, because some containers never reap orphans. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return statFields(pid)[0] !== 'Z'
}

/** When the process started, in ticks since boot; empty without /proc. Distinguishes processes with the same id. */
export function processStartTime(pid: number): string {
  return statFields(pid)[19] ?? ''
}

/** The fields of /proc/<pid>/stat from the state on. The name before it may contain spaces and brackets. */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
