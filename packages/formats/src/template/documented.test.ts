import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { templateFilters } from './filters.js'
import { parseTemplate } from './parse.js'
import { readTemplated } from './read-templated.js'

const none = { thread_key: '', update_key: '', close: '', channel: '', only_if: '', color: '' }
const page = readFileSync(new URL('../../../../docs/templates.md', import.meta.url), 'utf8')
const filters = page.slice(page.indexOf('## Filters'), page.indexOf('## Limits'))
const json = /```json\n(.*?)```/s.exec(filters)?.[1] ?? ''

const rows = [...filters.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => {
  const [names = '', , example = '', shows = ''] = row.split(' | ').map(cell => cell.replaceAll('\\|', '|'))
  return { names, example: unquoted(example), shows: unquoted(shows) }
})

function unquoted(cell: string): string {
  return /^(`+) ?(.*?) ?\1$/.exec(cell)?.[2] ?? cell
}

test('docs/templates.md has each filter', () => {
  const names = rows.flatMap(row => [...row.names.matchAll(/`(\w+)/g)].map(([, name]) => name))
  expect([...new Set(names)].toSorted()).toEqual([...templateFilters.keys()].toSorted())
})

test.each(rows)('docs/templates.md shows what $example makes', ({ example, shows }) => {
  const parsed = parseTemplate({ ...none, text: example })
  if (parsed.outcome === 'failed') throw new Error(parsed.fault.message)
  expect(readTemplated(json, parsed.template)).toMatchObject({ outcome: 'read', payload: { text: shows } })
})
