import MarkdownIt from 'markdown-it'
import Newer from 'markdown-it-15'
import { expect, test } from 'vitest'
import { cpuMs } from '../testing.js'

const options = { html: false, breaks: true }
const chosen = new MarkdownIt(options)
const newer = new Newer(options)

const texts = [
  'Build **1234** of `main` passed in 4m 12s: see [the log](https://ci.example.org/42).\n'.repeat(40),
  '- item **bold** `code` [x](https://example.org)\n'.repeat(60),
  `| a | b |\n|---|---|\n${'| 1 | *2* |\n'.repeat(100)}`,
]

const warmUpPasses = 20
const passes = 31
/** Up to this ratio, an upgrade costs next to nothing. */
const similar = 1.1

/** Divides version 15's median CPU time by that of the version in use. They take turns, so that a busy machine slows both. */
function medianRatio(): number {
  const render = (md: { render: (text: string) => string }) =>
    cpuMs(() => {
      for (const text of texts) md.render(text)
    })
  for (let pass = 0; pass < warmUpPasses; pass++) {
    render(chosen)
    render(newer)
  }
  const older: number[] = []
  const later: number[] = []
  for (let pass = 0; pass < passes; pass++) {
    older.push(render(chosen))
    later.push(render(newer))
  }
  return median(later) / median(older)
}

function median(times: number[]): number {
  return times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN
}

test('markdown-it 15 still renders more slowly than the version in use', () => {
  const ratio = medianRatio()
  const advice = `markdown-it 15 takes ${ratio.toFixed(2)} times as long as 14.3. Reconsider upgrading (docs/decisions/047).`
  expect(ratio, advice).toBeGreaterThan(similar)
})

test('both versions of markdown-it render the same HTML', () => {
  for (const text of texts) expect(newer.render(text)).toBe(chosen.render(text))
})
