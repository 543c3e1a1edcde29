import { renderMarkdown, translate } from '@posthorn/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMs, mebibyteMs } from '../../../core/src/testing.js'
import { parseTemplate } from './parse.js'
import { renderTemplate } from './render.js'

const none = { thread_key: '', update_key: '', close: '', channel: '', only_if: '', color: '' }

function rendered(text: string, value: unknown): string {
  const parsed = parseTemplate({ text, ...none })
  if (parsed.outcome === 'failed') return parsed.fault.message
  const made = renderTemplate(parsed.template, value)
  return made.outcome === 'rendered' ? made.text : JSON.stringify(made)
}

const app = { base: 'https://argo.example', name: 'web_app *1*', id: 7, on: true, parts: ['a', 'b'] }

test.each([
  ['[{{name}}]({{base}}/applications/{{id}})', '[web_app \\*1\\*](https://argo.example/applications/7)'],
  [
    '[{{name}}]({{base}}/x/{{name | urlencode}}?a=(1))',
    '[web_app \\*1\\*](https://argo.example/x/web_app%20%2A1%2A?a=(1))',
  ],
  [
    '[a](https://x.example/{{name}}) and [b](https://x.example/{{id}}) {{id}}',
    '[a](https://x.example/web_app%20*1*) and [b](https://x.example/7) 7',
  ],
  ['[all](/channels/{{id}})', '[all](/channels/7)'],
  [
    '**[{{id}}]({{#if on}}{{base}}{{else}}https://off.example{{/if}}/{{#each parts}}{{.}}/{{/each}})**',
    '**[7](https://argo.example/a/b/)**',
  ],
  ['![{{id}}]({{base}}/{{id}}.png)', '![7](https://argo.example/7.png)'],
  ['[x](mailto:{{id}}@example.com)', '[x](mailto:7@example.com)'],
  ['[x](<{{base}}/{{name}}>)', '[x](https://argo.example/web_app%20*1*)'],
  ['[{{absent}}]({{base}}/{{id}})', '[https://argo.example/7](https://argo.example/7)'],
  ['[{{name}}]({{absent}}/x) [b]({{id}})', 'web_app \\*1\\* b'],
  ['[[{{id}}] {{id}}]({{base}})', '[[7] 7](https://argo.example)'],
  ['[{{id}}] ({{base}}) \\[x]({{id}})', '[7] (<https://argo.example>) \\[x](7)'],
  ['`[{{id}}]({{id}})`', '`[7](7)`'],
])('renders %s', (text, expected) => {
  expect(rendered(text, app)).toBe(expected)
})

const hostile = [
  '](https://evil.example)',
  '[',
  ']',
  '](x',
  '\\',
  '<https://evil.example|x>',
  '`',
  '![x](https://evil.example/x.png)',
  '@all',
  '\n\n# x',
  'https://evil.example/a',
]

test.each(hostile)('a label of %j cannot lead the link elsewhere', label => {
  const html = renderMarkdown(translate(rendered('[{{v}}](https://ok.example/{{id}})', { v: label, id: 1 })))
  expect([...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    'https://ok.example/1',
  ])
})

test('law: a value in an address makes exactly one link, of a safe scheme', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...hostile,
      'javascript:alert(1)',
      'data:text/html,x',
      'java',
      ')',
      '(',
      ' ',
      '"',
      '&#41;',
      'vbscript:',
      'HTTPS://x.example',
      'mailto:a@b.cc',
      '//evil.example',
    ),
  )
  fc.assert(
    fc.property(part, part, (one, other) => {
      for (const text of [
        'x [go]({{a}}) y',
        'x [go]({{a}}{{b}}) y',
        'x [go](https://ok.example/{{a}}/{{b}}) y',
      ]) {
        const html = renderMarkdown(translate(rendered(text, { a: one, b: other })))
        const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, address = '']) => address)
        expect(links.length).toBeLessThanOrEqual(1)
        for (const link of links) expect(link).toMatch(/^(?:https?:\/\/|mailto:)/i)
        if (text.includes('ok.example')) expect(links[0]).toMatch(/^https:\/\/ok\.example\//)
        expect(html).toMatch(/x (?:<a [^>]*>go<\/a>|go) y/)
        expect(html).not.toMatch(/<(?:img|script|h1|code)/)
      }
    }),
    { numRuns: 500 },
  )
})

test.each(['[]((', '](', '[x](a', '![', '[](('])(
  'finds links among many %j in the time of a mebibyte of text',
  marks => {
    const text = `${marks.repeat(3000)}{{a}}`
    expect(cpuMs(() => parseTemplate({ text, ...none }))).toBeLessThan(mebibyteMs())
  },
)

test('numbers above 2^53 keep their digits in comparisons', () => {
  const value = { id: '12345678901234567890' }
  expect(
    rendered('{{#if id == 12345678901234567890}}a{{/if}}{{#if id == 12345678901234567891}}b{{/if}}', value),
  ).toBe('a')
  expect(
    rendered('{{#if id < 12345678901234567891}}a{{/if}}{{#if id > 12345678901234567889}}b{{/if}}', value),
  ).toBe('ab')
})
