import { expect, test } from 'vitest'
import { cpuMs, mebibyteMs } from '../testing.js'
import { findBareLinks } from './bare-links.js'

const found = (text: string, isMarkdown = false) => findBareLinks(text, isMarkdown).map(({ href }) => href)

test.each([
  ['https://my_service.example.com', 'https://my_service.example.com'],
  ['https://e.com/*x*y*', 'https://e.com/*x*y*'],
  ['*bold* https://e.com/*', 'https://e.com/*'],
  ['logs-*,*.x https://e.com/*', 'https://e.com/*'],
  ['*see https://e.com/a*', 'https://e.com/a'],
  ['**https://e.com/a**', 'https://e.com/a'],
  ['_https://e.com_', 'https://e.com'],
  ['(https://e.com/a_(b)).', 'https://e.com/a_(b)'],
  ['"https://e.com/a", x', 'https://e.com/a'],
  ["{'url':'https://e.com/a','b':1}", 'https://e.com/a'],
  ["https://e.com/?q=(a:'b c", "https://e.com/?q=(a:'b"],
  ['&lt;https://e.com/a&gt;', 'https://e.com/a'],
  ['https://e.com/?a=1&amp;b=2', 'https://e.com/?a=1&b=2'],
  ['请看https://e.com/a。然后', 'https://e.com/a'],
  ['http://localhost:8080/x, http://[::1]:80/', 'http://localhost:8080/x', 'http://[::1]:80/'],
  ['https://bob:pw@e.com/a', 'https://bob:pw@e.com/a'],
  ['http://e.com/graph?q=up{job=~"a|b"}&t=1 x', 'http://e.com/graph?q=up{job=~"a|b"}&t=1'],
  ['<https://e.com/7|#7', 'https://e.com/7'],
  ['&lt;https://e.com/7|#7&gt;', 'https://e.com/7'],
  ['www.e.com/*x* and www.e', 'http://www.e.com/*x*'],
  ['a_b+c@e-x.co.uk, _bob@e.com_ me@e.com.', 'mailto:a_b+c@e-x.co.uk', 'mailto:bob@e.com', 'mailto:me@e.com'],
  ['mailto:a@e.com?subject=x', 'mailto:a@e.com?subject=x'],
])('%s links to %s', (text, ...hrefs) => {
  expect(found(text)).toEqual(hrefs)
})

test.each([
  'README.md',
  'git@example.com:team/repo.git',
  'ssh://git@example.com/repo',
  'git+https://example.com/repo',
  'main@sha1:4e5f, left-pad@1.3.0, @bob, a@b, x@y.z1',
  'https:// http://. www. a.www.e.com',
])('%s has no links', text => {
  expect(found(text)).toEqual([])
})

test('in markdown, a backslash before a mark is not part of the URL', () => {
  expect(found('https://e.com/a\\_b', true)).toEqual(['https://e.com/a_b'])
  expect(found('https://e.com/a\\_b')).toEqual(['https://e.com/a'])
})

const ordinaryMs = mebibyteMs()

test.each([
  'http://a* ',
  '*http://a*',
  'www.a.b_',
  'a@b.c',
  'a.b@',
  'mailto:',
  'http://a/(',
  '@a.',
  'http://a/&lt;',
  '*',
])('searches a mebibyte of %j in less time than rendering an ordinary one takes', unit => {
  const text = unit.repeat(1_048_576 / unit.length)
  const search = () => cpuMs(() => findBareLinks(text, true))
  expect(Math.min(search(), search())).toBeLessThan(ordinaryMs) // a garbage collection may fall into one of them
})
