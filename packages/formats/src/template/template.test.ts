import { describe, expect, test } from 'vitest'
import type { TemplateFields } from './fields.js'
import { parseTemplate } from './parse.js'
import { renderTemplate } from './render.js'

const empty = { text: 'x', thread_key: '', update_key: '', close: '', channel: '', only_if: '', color: '' }

/** Renders fields over a value. Returns the fault's words if there is one. */
function rendered(fields: Partial<TemplateFields>, value: unknown) {
  const parsed = parseTemplate({ ...empty, ...fields })
  if (parsed.outcome === 'failed') return parsed.fault
  const made = renderTemplate(parsed.template, value)
  return made.outcome === 'failed' ? made.fault : made
}

function textFor(text: string, value: unknown): string {
  const made = rendered({ text }, value)
  return 'text' in made ? made.text : JSON.stringify(made)
}

const alert = {
  status: 'firing',
  count: 3,
  empty: [],
  no: { entries: {} },
  none: null,
  'a.b': 'dotted',
  labels: { name: 'disk *full*', 'app.kubernetes.io/name': 'api' },
  alerts: [
    { name: 'one', ok: true },
    { name: 'two', ok: false },
  ],
  url: 'https://x.example/a_b?c=d',
}

test.each([
  ['{{status}} of {{alerts.1.name}}', 'firing of two'],
  ['{{ labels.name }}', 'disk \\*full\\*'],
  ['{{labels["app.kubernetes.io/name"]}} {{["a.b"]}}', 'api dotted'],
  ['{{absent.deeper}}{{none}}|', '|'],
  ['{{#each alerts}}{{@index}}={{name}}{{#if not @last}}, {{/if}}{{/each}}', '0=one, 1=two'],
  ['{{#each alerts}}{{../status}} {{@root.count}} {{this.name}};{{/each}}', 'firing 3 one;firing 3 two;'],
  ['{{#each labels}}{{@key}}: {{.}}\n{{/each}}', 'name: disk \\*full\\*\napp.kubernetes.io/name: api'],
  ['{{#each absent}}a{{else}}none{{/each}}', 'none'],
  ['{{#if status == "resolved"}}a{{else if count >= 3 and not none}}b{{else}}c{{/if}}', 'b'],
  ['{{#if alerts | count > 2}}many{{else}}few{{/if}}', 'few'],
  ['{{#if labels.name contains "full" or x}}y{{/if}}', 'y'],
  ['{{#if absent < 3}}y{{else}}n{{/if}}{{#if none == null}}y{{/if}}{{#if count == "3"}}y{{/if}}', 'nyy'],
  ['{{! a comment }}{{status | upper}}{{"lit\\"eral" | lower}}', 'FIRINGlit"eral'],
  ['a\n{{#if true}}\nb\n{{/if}}\nc', 'a\nb\nc'],
  ['{{status | truncate 4}} {{absent | default "none"}} {{alerts | count}}', 'fir… none 2'],
  [
    '{{"a*b" | code}} {{status | link url}} {{url | link}}',
    '`a*b` [firing](https://x.example/a_b?c=d) [https://x.example/a_b?c=d](https://x.example/a_b?c=d)',
  ],
  ['{{labels.name | raw}}', 'disk *full*'],
  ['{{alerts.0}} {{alerts}}', 'name: one, ok: true …, …'],
  ['x{{"a\nb" | block}}y', 'x\n~~~~\na\nb\n~~~~\ny'],
  ['x{{"a\n\n*b" | quote}}y', 'x\n\n> a\n>\n> \\*b\n\ny'],
  ['{{"first\nsecond" | line}}', 'first'],
  ['| {{"a|b"}} | {{"|c"}} |', '| a&#124;b | \\|c |'],
  [
    '{{empty | default "none"}} {{no.entries | default "none"}} {{alerts | default "none" | count}}',
    'none none 2',
  ],
  ['{{"abcdef" | first 3}} {{"abcdef" | first 3 "…"}} {{"ab" | first 3 "…"}}', 'abc abc… ab'],
  ['{{"a.b.c" | replace "." "-"}} {{"x" | replace "" "y"}}', 'a-b-c x'],
  ['{{97.456 | round}} {{97.456 | round 1}} {{"x" | round}} {{-0.2 | round}}', '97 97.5 x 0'],
  ['{{"a b/c?ü" | urlencode}}', 'a%20b%2Fc%3F%C3%BC'],
  [
    '{{status | map "firing:🔥" "resolved:✅"}} {{count | map "3:three"}} {{none | map ":nothing"}}',
    '🔥 three nothing',
  ],
  ['{{"odd" | map "ok:✅" "*:❓"}} {{"odd" | map "ok:✅"}} {{"up" | map "up::tada:"}}', '❓ odd :tada:'],
  ['{{"{\\"a\\":{\\"b\\":[1,2]}}" | json | get "a.b.1"}}', '2'],
  ['{{#each "[1,2]" | json}}{{.}};{{/each}}{{"no json" | json}}', '1;2;no json'],
  ['{{alerts | get "1.name"}} {{labels | get "[\\"app.kubernetes.io/name\\"]"}}', 'two api'],
])('renders %s', (text, expected) => {
  expect(textFor(text, alert)).toBe(expected)
})

test.each<[string, number, number, string]>([
  ['{{', 1, 1, 'not closed'],
  ['a\n b {{x', 2, 4, 'not closed'],
  ['{{"x}}', 1, 1, 'quotation mark'],
  ['{{{x}}}', 1, 1, 'raw'],
  ['{{}}', 1, 3, 'expected here'],
  ['{{x | nope}}', 1, 7, 'There are truncate, first'],
  ['{{x | truncate}}', 1, 15, 'needs a number'],
  ['{{x | code | upper}}', 1, 14, 'No filter can follow code'],
  ['{{x y}}', 1, 5, 'one value'],
  ['{{#if a = "b"}}{{/if}}', 1, 9, 'Write == to compare'],
  ['{{#if}}{{/if}}', 1, 6, 'expected here'],
  ['x\n{{#each a}}\n{{/if}}', 3, 3, '{{/each}} is expected'],
  ['{{#each a}}', 1, 8, 'has no {{/each}}'],
  ['{{/if}}', 1, 3, 'no block'],
  ['{{else}}', 1, 3, 'no block'],
  ['{{#alerts}}{{/alerts}}', 1, 3, 'There are two blocks'],
  ['{{> other}}', 1, 3, 'cannot include'],
  ['{{x.(constructor)}}', 1, 5, 'expected here'],
  ['{{@secret}}', 1, 3, 'Nothing is called @secret'],
  ['{{x = 1}}', 1, 5, 'Write == to compare'],
  ['{{x | map "ok"}}', 1, 11, 'Write each entry'],
  ['{{x | date "Europe/Berln"}}', 1, 12, 'no time zone "Europe/Berln"'],
  ['{{x | get "a b"}}', 1, 11, 'get needs a path'],
  ['{{x | replace "a"}}', 1, 18, 'replace needs a text'],
  ['😀{{x |}}', 1, 7, 'no such filter'],
  ['', 1, 1, 'needs a text'],
])('says where %j is wrong', (text, line, column, message) => {
  expect(rendered({ text }, {})).toMatchObject({ kind: 'syntax', field: 'text', line, column })
  expect(rendered({ text }, {})).toMatchObject({ message: expect.stringContaining(message) })
})

const keyed = {
  thread_key: 'group {{labels.name}}',
  update_key: '{{count}}',
  channel: '{{#if status == "firing"}}alerts{{/if}}',
  close: 'status == "resolved" or count > 2',
  only_if: 'alerts | count > 1',
}

test('makes keys, a channel and conditions of plain values, which are not markdown', () => {
  const made = { threadKey: 'group disk *full*', updateKey: '3', channel: 'alerts', close: true }
  expect(rendered(keyed, alert)).toMatchObject(made)
  expect(rendered({ ...keyed, only_if: 'status == "resolved"' }, alert)).toEqual({
    outcome: 'left_out',
    lacked: [],
  })
})

test('rejects markdown in keys, and braces in conditions', () => {
  expect(rendered({ thread_key: '{{x | code}}' }, {})).toMatchObject({ field: 'thread_key', column: 7 })
  const message = expect.stringContaining('without braces')
  expect(rendered({ only_if: '{{x}}' }, {})).toMatchObject({ field: 'only_if', message })
})

test.each([
  ['{{at | date}}', { at: '2026-11-21T14:02:03+02:00' }, '2026-11-21 12:02 UTC'],
  ['{{at | date "date"}}', { at: 1763726520 }, '2025-11-21'],
  ['{{at | date "time"}}', { at: 1763726520000 }, '12:02 UTC'],
  ['{{at | date}}', { at: 'soon' }, 'soon'],
  ['{{at | date}}', { at: 1e300 }, '1e+300'],
  ['{{at | date "Europe/Berlin"}}', { at: '2026-11-21T14:02:03Z' }, '2026-11-21 15:02 UTC+1'],
  ['{{at | date "Europe/Berlin" "time"}}', { at: '2026-07-21T14:02:03Z' }, '16:02 UTC+2'],
  ['{{at | date "date" "Asia/Kolkata"}}', { at: '2026-11-21T23:02:03Z' }, '2026-11-22'],
  ['{{at | date "Asia/Kolkata"}}', { at: '2026-11-21T18:32:03Z' }, '2026-11-22 00:02 UTC+5:30'],
  ['{{at | date zone}}', { at: 1763726520, zone: 'America/New_York' }, '2025-11-21 07:02 UTC-5'],
  ['{{at | date zone}}', { at: 1763726520, zone: 'nowhere' }, '2025-11-21 12:02 UTC'],
  ['{{at | date}}', { at: '1763726520000000000' }, '2025-11-21 12:02 UTC'],
  ['{{b | since a}}', { a: '2026-11-21T14:00:00Z', b: '2026-11-21T14:04:12Z' }, '4 min 12 s'],
  ['{{b | since a}}', { a: 1763726520, b: 1763726521500 }, '2 s'],
  ['{{b | since a | default "?"}}', { a: '0', b: 'soon' }, '?'],
  ['{{at | duration}}', { at: 7500 }, '2 h 5 min'],
  ['{{at | duration "ms"}}', { at: '250' }, '250 ms'],
  ['{{at | duration}}', { at: 0 }, '0 s'],
  ['{{at | duration}}', { at: 90061 }, '1 d 1 h'],
  ['{{at | join " + "}}', { at: ['a', 2, null, true] }, 'a + 2 +  + true'],
])('renders %s of %j', (text, value, expected) => {
  expect(textFor(text, value)).toBe(expected)
})

describe('bounds', () => {
  const many = { list: Array.from({ length: 50_000 }, (_, index) => index), big: 'x'.repeat(1_000_000) }
  const nested = (depth: number) => `${'{{#if true}}'.repeat(depth)}x${'{{/if}}'.repeat(depth)}`

  test.each([
    ['a loop over 50,000 items', '{{#each list}}{{/each}}', 'too_many_steps'],
    ['loops in loops', '{{#each list}}{{#each ../list}}{{/each}}{{/each}}', 'too_many_steps'],
    ['a long value, many times', '{{big | upper | truncate 1}}'.repeat(20), 'too_many_steps'],
    ['a search for a long text', `{{#if big contains big}}{{/if}}`, 'too_many_steps'],
    ['a long output', '{{big}}', 'too_much_output'],
    ['a growing output', '{{#each short}}{{text}}{{/each}}', 'too_much_output'],
    ['deep blocks', nested(17), 'too_deep'],
    ['a long template', 'é'.repeat(8193), 'too_long'],
  ])('stops at %s', (_, text, kind) => {
    const short = Array.from({ length: 100 }, () => ({ text: 'y'.repeat(700) }))
    expect(rendered({ text }, { ...many, short })).toMatchObject({ kind, field: 'text', line: 1 })
  })

  test('accepts what is just within them', () => {
    expect(textFor(nested(16), {})).toBe('x')
    expect(textFor('é'.repeat(8191), {})).toHaveLength(8191)
    expect(textFor('{{big | truncate 65000}}', many)).toHaveLength(65_000)
  })
})
