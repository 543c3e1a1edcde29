import { cpuUsage, memoryUsage } from 'node:process'

/** What this process has used: of a core, since it was last asked, and of memory now. */
export function openUsage(): () => { cpuShare: number; memoryBytes: number } {
  let [used, at] = [cpuUsage(), performance.now()]
  return () => {
    const { user, system } = cpuUsage(used)
    const now = performance.now()
    const cpuShare = (user + system) / 1000 / Math.max(now - at, 1)
    used = cpuUsage()
    at = now
    return { cpuShare, memoryBytes: memoryUsage.rss() }
  }
}
