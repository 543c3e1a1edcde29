import { readFileSync } from 'node:fs'

/** Whether a process of this id is running, ours or not. A zombie is not: some containers never bury an orphan. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return statFields(pid)[0] !== 'Z'
}

/** When the process started, in ticks since the machine did; empty where there is no /proc. Tells an id's users apart. */
export function processStartTime(pid: number): string {
  return statFields(pid)[19] ?? ''
}

/** The fields of /proc/<pid>/stat from the state on; the name before it may hold spaces and brackets. */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
