import type { Rig } from './rig.js'

/** A line of the bench: what is measured, against what, and the ratio it has to reach (design 9). */
export type Row = {
  what: string
  against: string
  goal: number
  stretch: number
  /** Calls a second, one run of each. */
  ours: (rig: Rig, run: string) => Promise<number>
  theirs: (rig: Rig, run: string) => Promise<number>
}

export type Measured = Row & { oursMedian: number; theirsMedian: number }

/** A line of the bench that is not a ratio. */
export type Figure = { what: string; figure: string; goal: string; missed: boolean }

/** Runs both sides in turn, so that what the machine does beside hits both. */
export async function compare(row: Row, rig: Rig, rounds: number): Promise<Measured> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 1; round <= rounds; round++) {
    theirs.push(await row.theirs(rig, `theirs-${round}`))
    ours.push(await row.ours(rig, `ours-${round}`))
    console.log(`  round ${round}: ${whole(ours.at(-1) ?? 0)}/s against ${whole(theirs.at(-1) ?? 0)}/s`)
  }
  return { ...row, oursMedian: median(ours), theirsMedian: median(theirs) }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] =
    sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return (low + high) / 2
}

/** The value that `part` of them, 0.99 say, do not exceed; NaN of none. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** As Markdown, for the README. */
export function tables(rows: Measured[], figures: Figure[]): string {
  return [rows.length > 0 ? ratios(rows) : [], figures.length > 0 ? plain(figures) : []]
    .map(lines => lines.join('\n'))
    .join('\n\n')
    .trim()
}

function ratios(rows: Measured[]): string[] {
  const lines = rows.map(({ what, against, goal, stretch, oursMedian, theirsMedian }) => {
    const ratio = oursMedian / theirsMedian
    return `| ${what} | ${whole(oursMedian)}/s | ${against} | ${whole(theirsMedian)}/s | ${ratio.toFixed(2)} × | ${goal} × / ${stretch} × |${ratio < goal ? ' **below the goal**' : ''}`
  })
  return [
    '| what | ours | against | theirs | ratio | goal / stretch |',
    '|---|---|---|---|---|---|',
    ...lines,
  ]
}

function plain(figures: Figure[]): string[] {
  const lines = figures.map(
    ({ what, figure, goal, missed }) =>
      `| ${what} | ${figure} | ${goal} |${missed ? ' **above the goal**' : ''}`,
  )
  return ['| what | figure | goal |', '|---|---|---|', ...lines]
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
