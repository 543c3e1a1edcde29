import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.js'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How often to refetch while the page is visible. */
const askAgainMs = 5000

/** The ranges of the figures, with their step and refetch interval. */
export const figureRanges = {
  hour: { words: 'Last hour', step: 'minute', spanMs: hourMs, refetchInterval: askAgainMs },
  day: { words: 'Last 24 hours', step: 'minute', spanMs: dayMs, refetchInterval: 12 * askAgainMs },
  quarter: { words: 'Last 90 days', step: 'hour', spanMs: 90 * dayMs, refetchInterval: 12 * askAgainMs },
} as const

export type FigureRange = keyof typeof figureRanges

export const figuresQuery = (range: FigureRange) => {
  const { step, spanMs, refetchInterval } = figureRanges[range]
  return queryOptions({
    queryKey: ['pipeline', 'figures', range],
    queryFn: ({ signal }) => api.getFigures({ query: { step, from: Date.now() - spanMs }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
}

/** Current problems and the backlog. */
export const healthQuery = queryOptions({
  queryKey: ['pipeline', 'health'],
  queryFn: ({ signal }) => api.getHealth({ signal }),
  refetchInterval: askAgainMs,
})

export const processesQuery = queryOptions({
  queryKey: ['pipeline', 'processes'],
  queryFn: ({ signal }) => api.listProcesses({ signal }),
  refetchInterval: askAgainMs,
})
