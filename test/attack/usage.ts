import { readdirSync, readFileSync } from 'node:fs'
import { commandOf, type Posthorn } from '../standalone/posthorn.js'

/** What all processes of a part hold together. */
export type Held = { memoryBytes: number; descriptors: number }
/** Usage by part of the product. */
export type Usage = Record<string, Held>

const parts: [part: string, command: RegExp][] = [
  ['server', /bin\/start\.js/],
  ['workers', /worker\/dist\/main\.js/],
  ['redis', /redis-server|valkey-server/],
  ['postgres', /postgres/],
]

/** Reads private memory, without what Postgres's processes share, and open descriptors from Linux. */
export function usageOf({ pid, pids }: Posthorn): Usage {
  const usage: Usage = {}
  for (const id of [pid, ...pids()]) {
    const command = commandOf(id)
    const part = parts.find(([, pattern]) => pattern.test(command))?.[0]
    const held = part && heldBy(id)
    if (!held) continue
    const before = usage[part] ?? { memoryBytes: 0, descriptors: 0 }
    usage[part] = {
      memoryBytes: before.memoryBytes + held.memoryBytes,
      descriptors: before.descriptors + held.descriptors,
    }
  }
  return usage
}

function heldBy(pid: number): Held | undefined {
  try {
    const [, kibibytes] = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return { memoryBytes: Number(kibibytes) * 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return undefined // ended meanwhile
  }
}

/** Returns the most that each part held in any sample. */
export function peakOf(usages: Usage[]): Usage {
  const peak: Usage = {}
  for (const [part, { memoryBytes, descriptors }] of usages.flatMap(usage => Object.entries(usage))) {
    const before = peak[part] ?? { memoryBytes: 0, descriptors: 0 }
    peak[part] = {
      memoryBytes: Math.max(before.memoryBytes, memoryBytes),
      descriptors: Math.max(before.descriptors, descriptors),
    }
  }
  return peak
}
