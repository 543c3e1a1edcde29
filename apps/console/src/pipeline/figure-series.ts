import type { PipelineFigures } from '@posthorn/contract'
import type { Series, SeriesColor } from '../ui/charts/series.js'

type Period = PipelineFigures['periods'][number]

const stepMs = { minute: 60_000, hour: 3_600_000 }

/** Returns all times of a period with their counts, empty where nothing was recorded. */
export function periodsOf({ step, from_at, to_at, periods }: PipelineFigures): {
  times: number[]
  at: (Period | undefined)[]
} {
  const known = new Map(periods.map(period => [period.start_at, period]))
  const count = Math.round((to_at - from_at) / stepMs[step])
  const times = Array.from({ length: count }, (_, index) => from_at + index * stepMs[step])
  return { times, at: times.map(time => known.get(time)) }
}

/** Returns a series of numbers, 0 where nothing was counted. */
export function seriesOf(
  name: string,
  color: SeriesColor,
  at: (Period | undefined)[],
  numberIn: (period: Period) => number,
): Series {
  return { name, color, values: at.map(period => (period ? numberIn(period) : 0)) }
}

/** Lines that can be distinguished by colour. */
const colors: SeriesColor[] = ['bad', 'accent', 'warn', 'good']

/** Returns a line for each of the most frequent words, and one for the rest. */
export function linesByWord(
  total: Record<string, number>,
  at: (Period | undefined)[],
  countsOf: (period: Period) => Record<string, number>,
): Series[] {
  const words = Object.keys(total).toSorted((one, other) => (total[other] ?? 0) - (total[one] ?? 0))
  const [shown, rest] = [words.slice(0, colors.length), words.slice(colors.length)]
  const lines = shown.map((word, index) =>
    seriesOf(inWords(word), colors[index] ?? 'quiet', at, period => countsOf(period)[word] ?? 0),
  )
  if (rest.length === 0) return lines
  return [...lines, seriesOf('all others', 'quiet', at, period => sumOf(countsOf(period), rest))]
}

const inWords = (word: string) => word.replaceAll('_', ' ')

export function sumOf(counts: Record<string, number>, words = Object.keys(counts)): number {
  return words.reduce((sum, word) => sum + (counts[word] ?? 0), 0)
}
