import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { isNormal } from './urls.js'

const md = new MarkdownIt()

const hosts = [
  ...['ci.example.org', 'localhost:8080', '127.0.0.1', '[::1]', 'user@a', 'a:', 'a..b', 'A.b', 'a_b', '-'],
  ...['xn--a', 'a.xn--b', 'bücher', `${'a'.repeat(63)}.b`, `${'a'.repeat(64)}.b`, 'a.b.c.d.e', ''],
]
const pieces = [
  ...[
    '/',
    '/builds/42',
    '?a=1&b=2',
    '#top',
    ';',
    ':',
    '@',
    '(',
    ')',
    '*',
    '~',
    '$',
    '+',
    ',',
    '!',
    "'",
    '.',
    '_',
  ],
  ...['/Ä', '%20', '%', '\\', ' ', '"', '`', '{', '|', '^', '<'],
]
const scheme = fc.constantFrom('http://', 'https://', 'https://', 'HTTP://', '//', '')
const path = fc.array(fc.constantFrom(...pieces), { maxLength: 4 })
const url = fc.tuple(scheme, fc.constantFrom(...hosts), path).map(parts => parts.flat().join(''))

test('law: markdown-it leaves a URL that counts as normal as it is', () => {
  let normal = 0
  fc.assert(
    fc.property(url, url => {
      if (!isNormal(url)) return
      normal++
      expect([md.normalizeLink(url), md.normalizeLinkText(url)]).toEqual([url, url])
    }),
    { numRuns: 10_000 },
  )
  expect(normal).toBeGreaterThan(200)
})

test.each([
  'https://ci.example.org/builds/42',
  "http://localhost:8080/a_b/c?d=e&f=(g)#h;i,j!k~l*m'n",
  'https://example.com',
  'https://example.com?q=1',
])('counts %s as normal', url => {
  expect(isNormal(url)).toBe(true)
})

test.each([
  'https://bücher.example/',
  'https://example.com/a b',
  'https://example.com/%7E',
  '//example.com',
  'ftp://a/',
])('does not count %s as normal', url => {
  expect(isNormal(url)).toBe(false)
})
