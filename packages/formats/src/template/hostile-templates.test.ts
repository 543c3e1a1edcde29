import { checkNesting, mentionWords, renderMarkdown, translate } from '@posthorn/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMs, mebibyteMs, seen } from '../../../core/src/testing.js'
import { maxTemplateOutputBytes, type TemplateFields, templateFields } from './fields.js'
import { templateFilters } from './filters.js'
import { parseTemplate } from './parse.js'
import { readTemplated } from './read-templated.js'

const none = { thread_key: '', update_key: '', close: '', channel: '', only_if: '', color: '' }

function read(fields: Partial<TemplateFields>, value: unknown) {
  const parsed = parseTemplate({ text: 'x', ...none, ...fields })
  if (parsed.outcome === 'failed') throw new Error(parsed.fault.message)
  return readTemplated(JSON.stringify(value), parsed.template)
}

function postText(text: string, value: unknown): string {
  const reading = read({ text }, value)
  return reading.outcome === 'read' ? translate(reading.payload.text) : reading.outcome
}

const mentionsIn = (message: string) =>
  [...mentionWords({ message, html: '', type: '', props: {} })].filter(word => word.startsWith('@'))

test.each([
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  '__defineGetter__',
])('reads nothing inherited called %s', name => {
  const paths = [name, `a.${name}`, `list.${name}`, `text.${name}`, `this.${name}`, `["${name}"]`]
  const value = { a: {}, list: [1], text: 'abc' }
  for (const path of paths) expect(postText(`<{{${path}}}>{{#each ${path}}}x{{/each}}`, value)).toBe('<>')
  const own = JSON.parse(`{"${name}": {"x": "own"}}`)
  expect(postText(`{{${name}.x}}`, own)).toBe('own')
  expect({}.constructor).toBe(Object)
})

const attacks = [
  '@channel',
  '@all',
  '<!channel>',
  '!channel>',
  '<@admin>',
  'x @admin',
  '.@admin',
  '` @all',
  '```\n@all',
  '~~~~\n@all',
  '\r# @all',
  '](javascript:alert(1))',
  '<script>alert(1)</script>',
  '![x](https://a.example/x.png)',
  '**@all**',
  'a\n\n@all',
  '\\@all',
  'channel',
]
const places = [
  '{{v}}',
  '@{{v}}',
  '<!{{v}}>',
  '<{{v}}>',
  '`{{v}}`',
  '` {{v | code}}',
  '`` ` {{v | code}}',
  '{{v | code}}',
  '```\n{{v}}\n```',
  '```\n{{v | block}}\n```',
  '{{v | block}}',
  '> {{v | quote}}',
  '[{{v}}]({{v}})',
  '{{v | link v}}',
  '{{v}}{{v}}',
  '| {{v}} |',
  '\\{{v}}',
]

test.each(places)('a value at %j mentions nobody and becomes harmless HTML', place => {
  for (const v of attacks) {
    const text = postText(place, { v })
    const html = renderMarkdown(text)
    expect([v, mentionsIn(text)]).toEqual([v, []])
    expect(html).not.toMatch(/<(?:script|img|iframe|h1)\b|(?:href|src)="javascript:/i)
  }
})

test('a value mentions somebody only if the template opts out of escaping', () => {
  expect(mentionsIn(postText('{{v | raw}} @{{w | raw}}', { v: '@channel', w: 'anna' }))).toEqual([
    '@channel',
    '@anna',
  ])
  expect(mentionsIn(postText('@channel {{v}}', { v: 'x' }))).toEqual(['@channel'])
})

test('law: a value shows as written', () => {
  const marks = fc.string({
    unit: fc.constantFrom('*', '_', '`', '[', ']', '(', ')', '<', '#', '@', '!', 'a', '1', '.', ' '),
  })
  fc.assert(
    fc.property(marks, value => {
      const shown = seen(renderMarkdown(postText('x {{v}} x', { v: value })))
      const words = (text: string) => text.replace(/\s+/g, ' ').trim()
      expect(words(shown)).toBe(words(`x ${value} x`))
    }),
  )
})

const piece = fc.oneof(
  fc.constantFrom(
    '{{',
    '}}',
    '{{#each a}}',
    '{{/each}}',
    '{{#if a == 1}}',
    '{{else}}',
    '{{/if}}',
    '{{a',
    '| ',
  ),
  fc.constantFrom(...[...templateFilters.keys()].map(name => `{{a.b | ${name} 3}}`)),
  fc.constantFrom(
    '{{a | map "1:x" "*:y"}}',
    '{{a | replace "1" a}}',
    '{{a | json | get "b.c"}}',
    '[{{a}}]({{b}}/{{a}})',
    '[',
    '](',
    ')',
  ),
  fc.constantFrom(
    '{{.}}',
    '{{../a}}',
    '{{@root.a}}',
    '{{@key}}',
    '["',
    '"]',
    "'",
    '\\',
    '==',
    ' and ',
    '`',
    '\n',
    '@',
  ),
  fc.string(),
)

const tags = fc.array(
  fc.oneof(piece, fc.constantFrom('{{#each a}}{{b}}{{@key}}{{/each}}', '{{a.b}}', '{{a}}')),
)
const anyJson = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.jsonValue())

test('law: any text parses or has a fault inside it', () => {
  fc.assert(
    fc.property(fc.array(piece), fc.constantFrom(...templateFields), (pieces, field) => {
      const source = pieces.join('')
      const parsed = parseTemplate({ text: 'x', ...none, [field]: source })
      if (parsed.outcome === 'parsed') return
      const { line, column } = parsed.fault
      const lines = source.split('\n')
      expect(line).toBeLessThanOrEqual(lines.length)
      expect(column).toBeLessThanOrEqual([...(lines[line - 1] ?? '')].length + 1)
    }),
    { numRuns: 500 },
  )
})

test('law: whatever the JSON holds, output is bounded and the same again', () => {
  fc.assert(
    fc.property(tags, anyJson, (pieces, value) => {
      const fields = { text: pieces.join(''), ...none, thread_key: '{{a}}', close: 'a.b > 1 or not b' }
      const parsed = parseTemplate(fields)
      if (parsed.outcome === 'failed') return
      const json = JSON.stringify(value)
      const reading = readTemplated(json, parsed.template)
      expect(readTemplated(json, parsed.template)).toEqual(reading)
      if (reading.outcome === 'read')
        expect(reading.payload.text.length).toBeLessThanOrEqual(maxTemplateOutputBytes)
    }),
    { numRuns: 500 },
  )
})

const rows = Array.from({ length: 9000 }, (_, index) => ({ name: `row ${index}`, list: [1, 2, 3] }))
const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${index}`, index]))
const words = '@a *b* [c](d) `e` http://f '.repeat(2000)

test.each([
  ['loops in loops', '{{#each rows}}{{#each ../rows}}{{#each list}}{{.}}{{/each}}{{/each}}{{/each}}'],
  ['wide objects in conditions', '{{#if wide}}{{#if wide | count > 1}}a{{/if}}{{/if}}'.repeat(200)],
  ['long joined lists', '{{rows | join "-" | upper | truncate 1}}'.repeat(300)],
  ['long texts in every filter', '{{words | upper | lower | line | truncate 1}}'.repeat(300)],
  ['long searches', '{{#if words contains "http://f @b"}}a{{/if}}'.repeat(300)],
  ['long markdown', '{{words}}{{words | code}}{{words | quote}}{{words | block}}'],
  ['code behind long text', `{{words | truncate 50000}}${'{{"a" | code}}'.repeat(800)}`],
])('takes at most twice as long for %s as a mebibyte of ordinary text', (_, text) => {
  const json = JSON.stringify({ rows, wide, words })
  expect(json.length).toBeGreaterThan(500_000)
  expect(
    checkNesting(json, { scanFromLength: 0, maxValues: 200_000, maxNesting: 10, maxShapes: 30_000 }),
  ).toBeUndefined()
  const parsed = parseTemplate({ text, ...none })
  if (parsed.outcome === 'failed') throw new Error(parsed.fault.message)
  expect(cpuMs(() => readTemplated(json, parsed.template))).toBeLessThan(2 * mebibyteMs())
})

test('reads JSON that is nested as deeply as a payload may be', () => {
  const json = `${'{"a":'.repeat(900)}1${'}'.repeat(900)}`
  const parsed = parseTemplate({ text: `{{${'a.'.repeat(899)}a}}{{a}}`, ...none })
  if (parsed.outcome === 'failed') throw new Error(parsed.fault.message)
  expect(readTemplated(json, parsed.template)).toMatchObject({ outcome: 'read', payload: { text: '1a: …' } })
})
