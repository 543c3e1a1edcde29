import type { PipelineFigures } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { linesByWord, periodsOf } from './figure-series.js'

const counted = {
  accepted: 0,
  posted: 0,
  replied: 0,
  updated: 0,
  collapsed: 0,
  superseded: 0,
  skipped: 0,
  rejected: {},
  refused: {},
  accept_to_posted_ms: null,
  backlog: 0,
  oldest_waiting_ms: { shared: 0, flood: 0 },
}
const refusedAt = (start_at: number, refused: Record<string, number>) => ({ ...counted, start_at, refused })

const figures = (periods: PipelineFigures['periods']): PipelineFigures => ({
  step: 'minute',
  from_at: 60_000,
  to_at: 240_000,
  periods,
  total: counted,
})

test('includes minutes without figures', () => {
  const { times, at } = periodsOf(figures([refusedAt(120_000, {})]))
  expect(times).toEqual([60_000, 120_000, 180_000])
  expect(at.map(period => period?.start_at)).toEqual([undefined, 120_000, undefined])
})

test('draws lines for the four most frequent words, and one for the rest', () => {
  const total = { limited: 9, no_text: 8, unreadable: 7, too_large: 6, no_such_hook: 2, other_payload: 1 }
  const { at } = periodsOf(figures([refusedAt(120_000, total)]))
  const lines = linesByWord(total, at, ({ refused }) => refused)
  expect(lines.map(({ name, values }) => [name, values])).toEqual([
    ['limited', [0, 9, 0]],
    ['no text', [0, 8, 0]],
    ['unreadable', [0, 7, 0]],
    ['too large', [0, 6, 0]],
    ['all others', [0, 3, 0]],
  ])
  expect(new Set(lines.map(({ color }) => color)).size).toBe(5)
})
