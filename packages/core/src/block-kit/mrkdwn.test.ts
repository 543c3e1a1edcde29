import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '../render/markdown.js'
import { seen } from '../testing.js'
import { translate } from '../text/translate.js'
import { fromMrkdwn } from './mrkdwn.js'

test.each([
  ['*bold* and _it_', '**bold** and _it_'],
  ['(*a*), "*b*"', '(**a**), "**b**"'],
  ['*a b*\n*c*', '**a b**\n**c**'],
  ['_*both*_ *<https://e.com|x>*', '_**both**_ **<https://e.com|x>**'],
  ['~gone~ ~/bin', '~~gone~~ ~/bin'],
  ['2 * 3 * 4, a*b*c, * no *, **as it is**', '2 * 3 * 4, a\\*b\\*c, * no \\*, **as it is**'],
  ['`*code* &lt;` ```*block* &amp;```', '`*code* <` ```*block* &```'],
  ['# no heading\n#tag', '\\# no heading\n#tag'],
  ['&gt; quoted\nnot', '> quoted\n\nnot'],
  ['<!here> <!channel> <!everyone>', '@here @channel <!everyone>'],
  ['<@U1> <@U1|bob> <#C1|general> <!subteam^S1|@ops>', '@U1 @bob ~general @ops'],
  ['<!date^1763712000^{date}|today> <!unknown>', 'today <!unknown>'],
  ['1 &lt; 2 &amp; 3', '1 &lt; 2 &amp; 3'],
])('%s becomes %s', (text, markdown) => {
  expect(fromMrkdwn(text)).toBe(markdown)
})

const html = (text: string) => renderMarkdown(translate(fromMrkdwn(text))).trim()
const link = (href: string, text = href) =>
  `<a href="${href}" rel="nofollow noopener noreferrer" target="_blank">${text}</a>`

test.each([
  '\\\\nas01\\backup\\_daily_',
  '2*3*4',
  'logs-*,metrics-*',
  '__init__ and __name__',
  'status\n------\ndown\n======\nagain',
  '- one\n+ two\n3. three\n4) four',
  'a | b\n--|--\n1 | 2',
  '#one\n####Name\n# Two',
  '[x](y) [z]: w [a][b]',
  '~~~\n___\n***',
  'C:\\new\\*.log',
  'SELECT count(*), max(*) FROM a',
  'f(*args, **kwargs)',
  '*/5 * * * * root /opt/*.sh --all=*',
  '`unpaired and *one',
])('%j reads as written', text => {
  expect(seen(html(text))).toBe(text)
})

test.each([
  ['\u200b*core:*\u200b', '<p><strong>core:</strong></p>'],
  ['*a `b` <https://e.com|c>*', `<p><strong>a <code>b</code> ${link('https://e.com', 'c')}</strong></p>`],
  ['_my_var is *set*_', '<p><em>my_var is <strong>set</strong></em></p>'],
  ['    at *b* (x.js:1)', '<p>\u00a0\u00a0\u00a0\u00a0at <strong>b</strong> (x.js:1)</p>'],
  ['<https://e.com/~1~|2*3*4 `a*b*`>', `<p>${link('https://e.com/~1~', '2*3*4 <code>a*b*</code>')}</p>`],
  [
    '<https://e.com|a\nb> <https://e.com|>',
    `<p>${link('https://e.com', 'a b')} ${link('https://e.com')}</p>`,
  ],
  [
    '*https://e.com/a*: _https://e.com/b_',
    `<p><strong>${link('https://e.com/a')}</strong>: <em>${link('https://e.com/b')}</em></p>`,
  ],
  [
    '&gt;&gt;&gt; a\n\n- b\n```\nc\n```',
    '<blockquote>\n<p>a</p>\n<p>- b</p>\n<pre><code>c\n</code></pre>\n</blockquote>',
  ],
  ['&gt; a\n&gt; b\nc', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n<p>c</p>'],
  ['<tel:+1|call> <mailto:a@e.com|Ada>', `<p>call ${link('mailto:a@e.com', 'Ada')}</p>`],
  ['<https://e.com/?a=1&amp;b=2>', `<p>${link('https://e.com/?a=1&amp;b=2')}</p>`],
])('%j shows %s', (text, shown) => {
  expect(html(text)).toBe(shown)
})

const address = fc.constantFrom(
  ...[
    'https://e.com/logs-*/x',
    'https://my_service.e.com',
    'https://e.com/*x*y',
    'http://e.com/~1~/_a_/',
    'https://e.com/a_b?c=*&d=1',
  ],
)
const prose = fc.constantFrom(
  ...[
    'a',
    '*',
    '_',
    '~',
    '`',
    '- ',
    '>',
    ' ',
    '\n',
    '[',
    ']',
    '(',
    '|',
    '*b*',
    '&amp;',
    '1. ',
    '#',
    '---',
    '\u200b',
    '\\',
    '    ',
  ],
)

test('law: every URL between spaces links to itself, whatever marks surround it', () => {
  fc.assert(
    fc.property(
      fc.array(prose, { maxLength: 10 }),
      address,
      fc.array(prose, { maxLength: 10 }),
      (before, url, after) => {
        const text = `${before.join('').replaceAll('`', '')} ${url} ${after.join('').replaceAll('`', '')}`
        expect(html(text)).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
      },
    ),
    { numRuns: 3000 },
  )
})

test('law: no character but marks, spaces and zero-width spaces is lost or added', () => {
  const onlyText = (text: string) => text.replaceAll('&amp;', '&').replace(/[\s*_~`>\u200b]/g, '')
  fc.assert(
    fc.property(fc.array(fc.oneof(prose, address), { maxLength: 25 }), pieces => {
      const text = pieces.join('')
      expect(onlyText(seen(html(text)))).toBe(onlyText(text))
    }),
    { numRuns: 5000 },
  )
})
