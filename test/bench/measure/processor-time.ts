import { readdirSync, readFileSync } from 'node:fs'

/** Linux's figures of a process. Times are in milliseconds, those of ended children separate. */
export type Usage = { pid: number; parent: number; ownMs: number; endedChildrenMs: number }

/** The unit of /proc on every architecture that Node supports. */
const msPerTick = 10

/** Parses a line of /proc/<pid>/stat. The second field, the name, may contain spaces and brackets. */
export function parseStat(line: string): Usage {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const number = (field: number) => Number(fields[field - 3]) // numbered as in `man 5 proc`
  return {
    pid: Number.parseInt(line, 10),
    parent: number(4),
    ownMs: (number(14) + number(15)) * msPerTick,
    endedChildrenMs: (number(16) + number(17)) * msPerTick,
  }
}

/** Returns the CPU time that a process has used so far, on Linux only. */
export function ownMs(pid: number): number {
  return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8')).ownMs
}

/** Returns the CPU time of a process and all its descendants, including those that have ended. */
export function treeMs(pid: number, all = usages()): number {
  const own = all.find(usage => usage.pid === pid)
  if (own === undefined) throw new Error(`process ${pid} is gone`)
  const children = all.filter(({ parent }) => parent === pid)
  return children.reduce((sum, child) => sum + treeMs(child.pid, all), own.ownMs + own.endedChildrenMs)
}

function usages(): Usage[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        return [parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))]
      } catch {
        return [] // ended meanwhile
      }
    })
}

/** Processes by the names under which they are shown. Several may share one. */
export type Processes = { name: string; pid: number }[]

/**
 * Returns the CPU time by name, including all descendants.
 * @throws except on Linux
 */
export function usedMs(processes: Processes): Record<string, number> {
  if (process.platform !== 'linux') throw new Error('processor time can be read on Linux only')
  const all = usages()
  const used: Record<string, number> = {}
  for (const { name, pid } of processes) used[name] = (used[name] ?? 0) + treeMs(pid, all)
  return used
}
