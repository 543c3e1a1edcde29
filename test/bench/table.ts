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

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] =
    sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return (low + high) / 2
}

/** As Markdown, for the README. */
export function table(rows: Measured[]): string {
  const lines = rows.map(({ what, against, goal, stretch, oursMedian, theirsMedian }) => {
    const ratio = oursMedian / theirsMedian
    return `| ${what} | ${whole(oursMedian)}/s | ${against} | ${whole(theirsMedian)}/s | ${ratio.toFixed(2)} × | ${goal} × / ${stretch} × |${ratio < goal ? ' **below the goal**' : ''}`
  })
  return [
    '| what | ours | against | theirs | ratio | goal / stretch |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
