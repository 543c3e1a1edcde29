import type { Figure } from './judge.js'
import { climbOf, type Level } from './level.js'
import type { Usage } from './usage.js'

/** The result of a phase. */
export type Row = {
  /** The attacker's calls by result. */
  counts: Record<string, number>
  found: Figure[]
  /** A stalled disk delays the others, whatever the attack does. */
  slowestWriteMs: number
  after: Usage
  peak: Usage
  /** What the parts held late in the phase. None for a short one. */
  levels: Level[]
  /** The missed goals, in words. */
  missed: string[]
}

const mebibyte = 1024 * 1024

/** Returns one line per phase, as Markdown. */
export function table(rows: [what: string, Row][]): string {
  const kinds = rows[0]?.[1].found.map(({ kind }) => `${kind}: p50 / p99`) ?? []
  const header = [
    'phase',
    ...kinds,
    'memory of server, peak (last third to the middle one)',
    'of workers, peak',
    'its descriptors, peak',
    'slowest write to the disk',
    'goal',
  ]
  const lines = rows.map(([what, row]) => [what, ...cells(row)])
  return [header, header.map(() => '---'), ...lines].map(line => `| ${line.join(' | ')} |`).join('\n')
}

function cells({ found, slowestWriteMs, after, peak, levels, missed }: Row): string[] {
  const memory = (part: string) => {
    const level = levels.find(each => each.part === part)
    const climb = level ? ` (${climbOf(level).toFixed(2)} ×)` : ''
    return `${mebibytes(after[part]?.memoryBytes)}, ${mebibytes(peak[part]?.memoryBytes)} MB${climb}`
  }
  return [
    ...found.map(({ p50, p99, ratio }) => `${whole(p50)} / ${whole(p99)} ms (${ratio.toFixed(1)} ×)`),
    memory('server'),
    memory('workers'),
    `${after.server?.descriptors}, ${peak.server?.descriptors}`,
    `${whole(slowestWriteMs)} ms`,
    missed.length === 0 ? 'reached' : `**missed**: ${missed.join('; ')}`,
  ]
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const mebibytes = (bytes = 0) => whole(bytes / mebibyte)

/** Returns counts such as `3 closed, 2 open`. */
export function inWords(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
}
