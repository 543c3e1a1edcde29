import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMs, mebibyteMs } from '../../../core/src/testing.js'
import { templateFilters } from './filters.js'
import { parseTemplate } from './parse.js'
import { readTemplated } from './read-templated.js'
import { renderTemplate } from './render.js'

const none = { thread_key: '', update_key: '', close: '', channel: '', only_if: '', color: '' }

/** On the machine that docs/templates.md measures, rendering a mebibyte of ordinary text takes 35 ms. */
const mostMs = 40 * (Math.min(mebibyteMs(), mebibyteMs(), mebibyteMs()) / 35)

/** Expects that parsing and rendering stays within the time that the limits stand for. Garbage of others may delay one run. */
function expectInTime(text: string, json: string, more: Partial<typeof none> = {}): void {
  const work = () => {
    const parsed = parseTemplate({ ...none, ...more, text })
    if (parsed.outcome === 'parsed') readTemplated(json, parsed.template)
  }
  let fastest = Number.POSITIVE_INFINITY
  for (let run = 0; run < 4 && fastest > mostMs; run++) fastest = Math.min(fastest, cpuMs(work))
  expect(fastest).toBeLessThan(mostMs)
}

const units = [
  ...[
    'a',
    ' ',
    '\n',
    '\r',
    '\\',
    '`',
    '``` ',
    '~',
    '<',
    '[',
    '@',
    '*',
    '&lt;!',
    '😀',
    'ΐ',
    '\u0301',
    ' a',
    '9',
  ],
  ...[
    'http://a* ',
    'a@b.cc ',
    'mailto:',
    'www.._',
    '```\n',
    '# ',
    '- ',
    '> ',
    '<http://a|b>',
    'key 1',
    '\t \n',
  ],
]
const unit = fc.constantFrom(...units)

/** A long run, with an odd end that a search sees last. */
const run = (most: number) => fc.tuple(unit, fc.nat(most), fc.oneof(fc.constant(''), unit)).map(filled)

function filled([text, length, end]: [string, number, string]): string {
  return text.repeat(Math.ceil(length / text.length)) + end
}

const list = fc
  .tuple(fc.oneof(run(20), run(600), fc.double(), fc.record({ a: run(20) })), fc.nat(8000))
  .map(([item, length]) =>
    Array(Math.min(length, Math.floor(200_000 / (JSON.stringify(item).length + 1)))).fill(item),
  )
const wide = fc.nat(4000).map(objectOf)

function objectOf(length: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length }, (_, at) => [`key ${at}`, at]))
}

const json = fc.record({ b: run(60_000), c: run(3000), l: list, w: wide })

const path = fc.constantFrom(
  ...[
    'b',
    'c',
    'l',
    'w',
    '.',
    '../b',
    '@root.c',
    'l.0',
    'l.1.a',
    'w["key 1"]',
    '@key',
    '@last',
    `../${'a.'.repeat(300)}a`,
  ],
)
const operand = fc.oneof(
  { weight: 4, arbitrary: path },
  run(60).map(text => JSON.stringify(text).replaceAll('\\r', '\\\\r')),
)
const [markdownNames, plainNames] = [true, false].map(isLast =>
  [...templateFilters].flatMap(([name, filter]) => ((filter.isLast ?? false) === isLast ? [name] : [])),
)
const filter = (names: string[] = []) =>
  fc.tuple(fc.constantFrom(...names), operand, fc.nat(50_000)).map(([name, arg, most]) => {
    if (name === 'truncate' || name === 'first') return `${name} ${most}`
    if (name === 'map') return `map "1:a" ${JSON.stringify('*:b')} ${arg}`
    if (name === 'replace') return 'replace "a" "bb"'
    if (name === 'get') return 'get "a.b"'
    return templateFilters.get(name)?.most === 0 ? name : `${name} ${arg}`
  })
const filtered = fc
  .tuple(operand, fc.array(filter(plainNames), { maxLength: 3 }))
  .map(([of, filters]) => [of, ...filters].join(' | '))
const value = fc
  .tuple(filtered, fc.option(filter(markdownNames)))
  .map(([of, last]) => `{{${last === null ? of : `${of} | ${last}`}}}`)
const condition = fc.oneof(
  filtered,
  fc
    .tuple(filtered, fc.constantFrom('==', '<', 'contains', 'or', 'and not'), filtered)
    .map(parts => parts.join(' ')),
)

const { template } = fc.letrec<{ node: string; template: string }>(tie => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    value,
    run(200),
    fc.tuple(path, tie('template')).map(([of, body]) => `{{#each ${of}}}${body}{{/each}}`),
    fc.tuple(condition, tie('template')).map(([of, body]) => `{{#if ${of}}}${body}{{else}}-{{/if}}`),
  ),
  template: fc
    .tuple(fc.array(tie('node'), { minLength: 1, maxLength: 3 }), fc.constantFrom(1, 1, 3, 40, 400))
    .map(([nodes, times]) => repeated(nodes.join(''), times)),
}))

function repeated(text: string, times: number): string {
  return text.repeat(Math.max(1, Math.min(times, Math.floor(16_000 / text.length))))
}

test('law: no generated template takes longer than its limits allow', () => {
  fc.assert(
    fc.property(template, json, (text, value) => expectInTime(text, JSON.stringify(value))),
    { numRuns: 400 },
  )
})

const block = (character: string) => `\`\`\`${character}${character}${character}\n`
const lines = Array.from({ length: 1800 }, (_, at) => block(String.fromCharCode(97 + (at % 26)))).join('')
const items = (length: number, item: unknown = 'a') => Array(length).fill(item)
const each = (body: string) => `{{#each l}}${body}{{/each}}`
const often = (tag: string) => tag.repeat(Math.floor(16_000 / tag.length))

test.each<[string, string, unknown]>([
  ['many values as code behind many fences', lines + each('{{. | code}}'), { l: items(400) }],
  ['many small values in a long text', each('@{{.}}'), { l: items(6000) }],
  ['paths of thousands of keys', each(`{{@root.${'a.'.repeat(3500)}a}}`), { l: items(400), a: 1 }],
  ['paths that leave thousands of blocks', each(`{{${'../'.repeat(5000)}a}}`), { l: items(400) }],
  [
    'joining with a long separator',
    '{{l | join b | truncate 1}}',
    { l: items(1000), b: 'b'.repeat(900_000) },
  ],
  [
    'searching for a long text',
    often('{{#if b contains c}}{{/if}}'),
    { b: `${'a'.repeat(999)}b`.repeat(500), c: 'a'.repeat(1000) },
  ],
  ['a block with spaces in the middle', '{{b | block}}', { b: `a${' '.repeat(60_000)}a` }],
  ['comments on one line', often('{{!}}'), {}],
  ['blank tags behind a long indentation', `${' '.repeat(8000)}${'{{!}}'.repeat(1600)}`, {}],
  ['an object of thousands of keys', often('{{#if w}}{{/if}}'), { w: objectOf(20_000) }],
  [
    'long numbers of spaces',
    often('{{#if l contains b}}{{/if}}'),
    { l: items(40_000, 1), b: ' '.repeat(100_000) },
  ],
])('takes no longer than its limits allow: %s', (_, text, value) => {
  expectInTime(text, JSON.stringify(value))
})

/** Returns the steps that a template takes, which must not exceed the limit. */
function stepsOf(text: string, value: unknown): number {
  const parsed = parseTemplate({ ...none, text })
  if (parsed.outcome === 'failed') throw new Error(parsed.fault.message)
  const made = renderTemplate(parsed.template, value)
  if (made.outcome !== 'rendered') throw new Error(JSON.stringify(made))
  return made.steps
}

const b = 'a'.repeat(20_000)

test.each([...templateFilters])('%s counts the characters that it reads', (name, { most }) => {
  const args: Record<string, string> = { replace: ' "1" "2"', map: ' "1:2"', get: ' "a"' }
  const tag = `{{b | ${name}${args[name] ?? (most > 0 ? ' "1"' : '')}}}`
  const isShort = ['count', 'get', 'first', 'since'].includes(name)
  const least = isShort ? 20 : 40 // the value is read, and read or written again
  expect(stepsOf(`${tag}`, { b })).toBeGreaterThan(least)
})

test.each<[string, string, unknown, number]>([
  ['an escaped value', '{{b}}', { b }, 1000],
  ['a quoted value', '{{b | quote}}', { b }, 1000],
  ['a compared value', '{{#if b == "x"}}{{/if}}', { b }, 20],
  ['a searched value', '{{#if b contains b}}{{/if}}', { b }, 200],
  ['a searched list', '{{#if l contains "x"}}{{/if}}', { l: items(5000) }, 250],
  ['each item', '{{#each l}}{{/each}}', { l: items(5000) }, 5000],
  ['each separator', '{{l | join b | count}}', { l: items(100), b }, 2000],
  ['joined items', '{{l | join "" | count}}', { l: items(5000) }, 250],
  ['the keys of an object', '{{#if w}}{{/if}}', { w: objectOf(5000) }, 250],
  ['the keys of a path', `{{${'a.'.repeat(5000)}a}}`, {}, 250],
  ['text of the template', 'y'.repeat(16_000), {}, 16],
  ['quoted text of the template', `{{"${'y'.repeat(16_000)}" | count}}`, {}, 16],
])('counts %s by its size', (_, text, value, least) => {
  expect(stepsOf(text, value)).toBeGreaterThanOrEqual(least)
})

test('law: twice the text takes at most twice the steps', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 20 }), run(300), run(300), (tags, one, other) => {
      const text = `x${tags.join('')}`
      const parsed = parseTemplate({ ...none, text })
      if (parsed.outcome === 'failed') return
      const steps = [1, 2].map(times => {
        const made = renderTemplate(parsed.template, { b: one.repeat(times), c: other.repeat(times) })
        return made.outcome === 'rendered' ? made.steps : undefined
      })
      if (steps[0] !== undefined && steps[1] !== undefined) expect(steps[1]).toBeLessThanOrEqual(2 * steps[0])
    }),
  )
})
