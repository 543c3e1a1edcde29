import type { Run } from '../measure/run.js'
import type { Spread } from '../measure/statistics.js'
import { type AtConnections, type Ratio, ratios, verdictAt } from './connections.js'
import { compared, type Finding, type Goal, verdict } from './finding.js'
import { shown, table } from './numbers.js'

/** Lists every figure with its comparison and its goal. */
export function findingsTable(findings: Finding[]): string {
  return table(
    ['what', 'figure', 'compared with', 'ratio', 'goal / stretch', 'verdict'],
    findings.map(findingRow),
  )
}

function findingRow(finding: Finding): string[] {
  const { what, value, unit, against, goal } = finding
  const theirs = against ? `${withUnit(against.value, unit)}: ${against.what}` : ''
  const ratio = against ? `${shown(compared(finding))} ×` : ''
  const goals = goal ? [goalText(goal, against ? '×' : unit), verdict(compared(finding), goal)] : ['', '']
  return [what, withUnit(value, unit), theirs, ratio, ...goals]
}

const withUnit = (value: number, unit: string) => `${shown(value)}${unit.startsWith('/') ? '' : ' '}${unit}`

function goalText(goal: Goal, unit = ''): string {
  const limits = ['atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`, goal.stretch]
  return limits
    .filter(limit => limit !== undefined)
    .map(limit => `${limit} ${unit}`.trim())
    .join(' / ')
}

/** Lists Posthorn's ratio to the naive pipeline, with a column per number of connections, and the goals. */
export function ratiosTable(all: AtConnections[]): string {
  const head = ["÷ the naive pipeline's", ...all.map(({ connections }) => `${connections}`)]
  return table(
    head,
    ratios.flatMap(ratio => [ratioRow(ratio, all), ...goalRows(ratio, all)]),
  )
}

function ratioRow(ratio: Ratio, all: AtConnections[]): string[] {
  return [ratio.what, ...all.map(at => `${shown(ratio.of(at))} ${verdictAt(ratio, at) ?? ''}`.trim())]
}

function goalRows({ goals }: Ratio, all: AtConnections[]): string[][] {
  if (goals === undefined) return []
  const texts = all.map(({ connections }) => {
    const goal = goals[connections]
    return goal ? goalText(goal) : ''
  })
  return [['goal', ...texts]]
}

/** Lists every system's own figures. */
export function runsTable(all: AtConnections[]): string {
  const head = [
    'connections',
    'system',
    'sustained/s',
    'accepted/s',
    'answer p50 / p99 ms',
    'committed p50 / p99 ms',
    'CPU ms per post',
  ]
  const rows = all.flatMap(({ connections, off, confirm, naive, bare }) => [
    [`${connections}`, 'Posthorn', ...runCells(off)],
    ['', 'Posthorn, `confirm` on', ...runCells(confirm)],
    ['', 'naive pipeline', ...runCells(naive)],
    ['', 'bare route', '', shown(bare.acceptedPerSecond), spreadText(bare.answerMs), '', ''],
  ])
  return table(head, rows, 2)
}

function runCells({ acceptedPerSecond, postedPerSecond, answerMs, committedMs, processorMs }: Run): string[] {
  const rates = [postedPerSecond, acceptedPerSecond].map(shown)
  return [...rates, spreadText(answerMs), spreadText(committedMs), shown(processorMs)]
}

function spreadText({ p50, p99 }: Spread): string {
  return `${shown(p50)} / ${shown(p99)}`
}

/** Lists the CPU time per posted delivery by process. */
export function processorTable(all: AtConnections[]): string {
  const names = Object.keys(all[0]?.off.processorMsOf ?? {})
  const rows = all.flatMap(({ connections, off, confirm, naive }) => [
    [`${connections}`, 'Posthorn', ...names.map(name => shown(off.processorMsOf[name] ?? Number.NaN))],
    ['', 'Posthorn, `confirm` on', ...names.map(name => shown(confirm.processorMsOf[name] ?? Number.NaN))],
    ['', 'naive pipeline', ...names.map(name => shown(naive.processorMsOf[name] ?? Number.NaN))],
  ])
  return table(['connections', 'CPU ms per post', ...names], rows, 2)
}
