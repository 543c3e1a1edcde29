import { expect, test } from 'vitest'
import { parsePayload } from '../payload/parse.js'

const section = { type: 'section', text: { type: 'mrkdwn', text: '*Build 4* passed' } }

function textOf(payload: object): string {
  const reading = parsePayload(JSON.stringify(payload))
  return reading.outcome === 'read' ? reading.payload.text : `${reading.outcome}: ${reading.detail}`
}

test('posts a text that the blocks repeat once, and any other text before the blocks, in any order of keys', () => {
  expect(textOf({ text: 'Build 4 passed!', blocks: [section] })).toBe('**Build 4** passed')
  expect(textOf({ blocks: [section], text: 'main' })).toBe('main\n\n**Build 4** passed')
  expect(textOf({ blocks: [section] })).toBe('**Build 4** passed')
})

test('blocks without visible content are no text, and are named', () => {
  expect(textOf({ blocks: [{ type: 'file' }] })).toMatch(/^no_text: .*blocks\[0\] \(file\)/)
  expect(textOf({ text: 'a', blocks: 'b' })).toBe('a')
})

test("an attachment's blocks follow its text", () => {
  const reading = parsePayload(JSON.stringify({ attachments: [{ blocks: [section], color: 'good' }] }))
  expect(reading).toMatchObject({ payload: { attachments: [{ text: '**Build 4** passed' }] } })
})

test('reads a mebibyte of the most expensive blocks within a small multiple of its JSON parsing time', () => {
  const size = 500_000
  const rich = (text: string) => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text, style: { bold: true } }] }],
  })
  const worst = [
    [rich(`a${' '.repeat(size)}b`)],
    [rich('`'.repeat(size))],
    [{ ...section, text: { type: 'mrkdwn', text: '*a '.repeat(size / 3) } }],
    [{ ...section, text: { type: 'mrkdwn', text: `<!${'a'.repeat(90)}`.repeat(size / 92) } }],
    [{ type: 'header', text: { type: 'plain_text', text: ' '.repeat(size) } }],
    [{ type: 'table', rows: [Array(size / 4).fill(0), ...Array(size / 4).fill([])] }],
    [{ type: 'data_visualization', chart: { series: seriesOfOwnLabels(8000) } }],
    [{ type: 'data_visualization', chart: { series: seriesOfOwnLabels(20).map(manyLabels) } }],
    [
      {
        type: 'carousel',
        elements: Array(8000).fill({ type: 'card', title: { type: 'mrkdwn', text: '*a*' } }),
      },
    ],
  ]
  const ordinary = JSON.stringify({ text: 'All work and no play. '.repeat(size / 22) })
  const took = (json: string) => {
    const before = process.cpuUsage() // not the time on a clock, because other processes take some
    parsePayload(json)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const base = Math.max(5, took(ordinary), took(ordinary))
  for (const blocks of worst) expect(took(JSON.stringify({ blocks }))).toBeLessThan(100 * base)
})

const seriesOfOwnLabels = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ data: [{ label: `${index}`, value: 1 }] }))

const manyLabels = (_: object, series: number) => ({
  data: Array.from({ length: 900 }, (_, index) => ({ label: `${series}.${index}`, value: 1 })),
})
