import { mentionWords, renderMarkdown } from '@posthorn/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectLinear } from '../../../core/src/testing.js'
import { native } from '../adapters/native.js'
import { readAdf } from './adf.js'
import { readHtml } from './html.js'
import { readMarkdown } from './markdown.js'
import { readWiki } from './wiki.js'
import { quoteMarkup, writeMarkup } from './write.js'

const most = 1000

describe('Jira’s wiki markup', () => {
  test.each([
    ['h2. Steps', '**Steps**'],
    ['*bold* _it_ -gone- +new+ ??cited??', '**bold** *it* ~~gone~~ new *cited*'],
    ['{{TotalError}} and {{a*b}}', '`TotalError` and `a*b`'],
    [
      '{code:java|title=A.java}\nint a = 1;\n  if (a) {}\n{code}',
      '**A.java**\n\n```java\nint a = 1;\n  if (a) {}\n```',
    ],
    ['see {noformat}*raw*{noformat} there', 'see\n\n```\n*raw*\n```\n\nthere'],
    ['# one\n## two\n#* three\n# four', '1. one\n    1. two\n    - three\n2. four'],
    ['* a\n** b\n- c', '- a\n    - b\n- c'],
    [
      '[the shop|https://shop.lan/a?b=1] [https://b.lan]',
      '[the shop](https://shop.lan/a?b=1) [https://b.lan](https://b.lan)',
    ],
    ['[see|#anchor] [x|javascript:alert(1)] a[0]', 'see x a[0]'],
    [
      '||H||V||\n|a|b|\n|{{x|y}}|[l|https://e.com]|',
      '| H | V |\n| --- | --- |\n| a | b |\n| `x\\|y` | [l](https://e.com) |',
    ],
    ['!shot.png|thumbnail! and !https://e.com/a.png!', 'shot.png and [a.png](https://e.com/a.png)'],
    ['Hello! this is great!', 'Hello! this is great!'],
    ['{color:red}red{color} {mystery:a=b}shown{mystery:a=b}', 'red shown'],
    ['/users/{id} and {"a": 1}', '/users/{id} and {"a": 1}'],
    ['{quote}\nsaid\n\nmore\n{quote}\nafter', '> said\n> \n> more\n\nafter'],
    ['{panel:title=Note|bgColor=#fff}\nread *this*\n{panel}', '> **Note**\n> \n> read **this**'],
    ['bq. short', '> short'],
    ['[~ana] [~accountid:5b1]', '&#64;Ana Souza &#64;somebody'],
    ['2*3*4 a_b_c x-y-z 1 - 2 - 3', '2\\*3\\*4 a_b_c x-y-z 1 - 2 - 3'],
    ['a \\*not bold\\* (/) (x) f(x)', 'a \\*not bold\\* ✅ ❌ f(x)'],
    ['one\\\\two', 'one\ntwo'],
    ['one\ntwo\n\nthree\n----\nfour', 'one\ntwo\n\nthree\n\nfour'],
  ])('%j becomes %j', (markup, markdown) => {
    const names = (id: string) => (id === 'ana' ? 'Ana Souza' : undefined)
    expect(writeMarkup(readWiki(markup, names), most)).toBe(markdown)
  })
})

describe('HTML', () => {
  test.each([
    ['<p>a</p><p>b<br>c</p>', 'a\n\nb\nc'],
    ['<div>a &amp; b&nbsp;&lt;i&gt;</div>', 'a & b\u00a0&lt;i>'],
    ['<b>x</b><i>y</i> <s>z</s> <code>a*b</code>', '**x**\u200b*y* ~~z~~ `a*b`'],
    ['<ul>\n<li>a</li>\n<li>b<ol start="3"><li>c</li></ol></li></ul>', '- a\n- b\n    3. c'],
    ['<pre>a  b\n  c</pre>', '```\na  b\n  c\n```'],
    ['<pre><code>List&lt;String&gt;</code></pre>', '```\nList<String>\n```'],
    [
      '<table><tr><th>H</th><th>V</th></tr><tr><td>a|b</td><td><p>c</p></td></tr></table>',
      '| H | V |\n| --- | --- |\n| a&#124;b | c |',
    ],
    ['<a href="https://e.com/a">x</a> <a href="javascript:y">y</a>', '[x](https://e.com/a) y'],
    ['<a data-vss-mention="version:2.0,1" href="#">@Ana</a>', '&#64;Ana'],
    ['<img src="https://e.com/a.png" alt="shot"><img src="data:x" alt="b">', '[shot](https://e.com/a.png)b'],
    ['<h1>T</h1>t<blockquote>q<p>r</p></blockquote>u', '**T**\n\nt\n\n> q\n> \n> r\n\nu'],
    ['<script>x()</script><style>y</style><x-y z="1">t</x-y><!-- c -->', 't'],
    ['a < b && c > d', 'a &lt; b && c > d'],
    ['<at>Ana</at> @all', 'Ana &#64;all'],
    ['<b>open <i>never closed', '**open** ***never closed***'],
  ])('%j becomes %j', (html, markdown) => {
    expect(writeMarkup(readHtml(html), most)).toBe(markdown)
  })
})

describe('Markdown of others', () => {
  test.each([
    ['# Title\ntext **b** _i_ ~~s~~ `c`', '**Title**\n\ntext **b** *i* ~~s~~ `c`'],
    ['```js {1}\n  a()\n```', '```js\n  a()\n```'],
    ['    indented\n      code', '```\nindented\n  code\n```'],
    ['- [ ] a\n- [x] b\n  - c', '- ☐ a\n- ☑ b\n    - c'],
    ['| a | b |\n|---|---|\n| 1 | `x` |', '| a | b |\n| --- | --- |\n| 1 | `x` |'],
    [
      '![shot](https://e.com/a.png) [x](/rel) [y](<https://e.com/b c>)',
      '[shot](https://e.com/a.png) x [y](https://e.com/b%20c)',
    ],
    ['<!-- hint -->\nx<br>y <kbd>K</kbd> <a href="https://e.com">z</a>', 'x\ny `K` [z](https://e.com)'],
    ['<details><summary>Log</summary>\n\n```\n<b>\n```\n</details>', '**Log**\n\n```\n<b>\n```'],
    ['Results:<br>- p99 *2 s*<br><pre>a  b</pre>', 'Results:\n\n- p99 *2 s*\n\n```\na  b\n```'],
    ['a List<String> `<b>`', 'a List&lt;String> `<b>`'],
    ['<img width="9" alt="A" src="https://e.com/i.png">', '[A](https://e.com/i.png)'],
    ['> q\n\n@alice &lt;3', '> q\n\n&#64;alice &lt;3'],
    ['<table><tr><td>1</td><td>2</td></tr></table>', '| 1 | 2 |\n| --- | --- |'],
  ])('%j becomes %j', (text, markdown) => {
    expect(writeMarkup(readMarkdown(text), most)).toBe(markdown)
  })
})

const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, marks })
const node = (type: string, ...content: unknown[]) => ({ type, content })

test.each([
  [
    node(
      'paragraph',
      text('a '),
      text('b', { type: 'strong' }),
      { type: 'hardBreak' },
      text('c', { type: 'code' }),
    ),
    'a **b**\n`c`',
  ],
  [node('heading', text('T')), '**T**'],
  [
    node(
      'bulletList',
      node(
        'listItem',
        node('paragraph', text('a')),
        node('orderedList', node('listItem', node('paragraph', text('b')))),
      ),
    ),
    '- a\n    1. b',
  ],
  [
    { type: 'codeBlock', attrs: { language: 'java' }, content: [text('int a;\n  b')] },
    '```java\nint a;\n  b\n```',
  ],
  [node('panel', node('paragraph', text('p'))), '> p'],
  [
    node(
      'table',
      node('tableRow', node('tableHeader', node('paragraph', text('H')))),
      node('tableRow', node('tableCell', node('paragraph', text('v')))),
    ),
    '| H |\n| --- |\n| v |',
  ],
  [
    node('paragraph', text('l', { type: 'link', attrs: { href: 'https://e.com' } }), {
      type: 'mention',
      attrs: { id: '5b1', text: '@Ana' },
    }),
    '[l](https://e.com)@Ana',
  ],
  [
    node(
      'paragraph',
      { type: 'inlineCard', attrs: { url: 'https://e.com/x' } },
      { type: 'status', attrs: { text: 'DONE' } },
      { type: 'emoji', attrs: { shortName: ':tada:', text: '🎉' } },
    ),
    '<https://e.com/x>**DONE**\u200b🎉',
  ],
  [node('taskList', { type: 'taskItem', attrs: { state: 'DONE' }, content: [text('t')] }), '- ☑ t'],
  [node('mediaSingle', { type: 'media', attrs: { alt: 'shot.png' } }), 'shot.png'],
  [{ type: 'expand', attrs: { title: 'More' }, content: [node('unknown', text('x'))] }, '**More**\n\nx'],
])('Atlassian’s document %# becomes markdown', (content, markdown) => {
  expect(writeMarkup(readAdf(native(node('doc', content))), most)).toBe(markdown)
})

const readers = { readHtml, readMarkdown, readWiki: (markup: string) => readWiki(markup) }

test('a shortened text closes its marks', () => {
  expect(quoteMarkup(readMarkdown('**bold words**\n\n```js\nlong code here\n```'), 20)).toBe(
    '> **bold words**\n> \n> ```js\n> long code…\n> ```',
  )
})

test.each(Object.entries(readers))(
  '%s ends a text that it does not read to its end with an ellipsis',
  (_name, read) => {
    const [part, word] = read === readHtml ? ['<p>word</p>', 'last'] : ['word\n\n', 'last']
    const markdown = writeMarkup(read(part.repeat(5000) + word), 50_000)
    expect(markdown).toMatch(/word\s*…$|wo?r?…$/)
    expect(writeMarkup(read(part.repeat(3)), 8)).toMatch(/word\n\nword…$/)
  },
)

test.each(Object.entries(readers))(
  'law: what %s reads has bounded text, harmless HTML, and mentions nobody',
  (_name, read) => {
    const piece = fc.constantFrom(
      '<b>',
      '</b>',
      '*',
      '_',
      '{code}',
      '{{',
      '}}',
      '|',
      '||',
      '\n',
      '# ',
      '- ',
      '> ',
      '[',
      '](',
      ')',
      '!',
      '`',
      '```',
      '@all',
      '<script>',
      '<table>',
      '<td>',
      'javascript:alert(1)',
      '[~',
      ' ',
      'x',
      '\\',
      '<!channel>',
      '<pre>',
      '<img src=x onerror=y>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        const markdown = writeMarkup(read(pieces.join('')), most)
        expect(markdown.length).toBeLessThan(20 * most)
        expect(renderMarkdown(markdown)).not.toMatch(/<(script|img|iframe)\b|(href|src)="javascript:/i)
        expect([...mentionWords({ message: markdown, html: '', type: '', props: {} })]).not.toContain('@all')
      }),
      { numRuns: 300 },
    )
  },
)

const readText = (words: string) => readAdf(native(node('doc', node('paragraph', text(words)))))
const texts = { ...readers, readAdf: readText }

const units = [
  'a',
  ' ',
  '\u2003',
  '[',
  '<',
  '<b>',
  '*a ',
  '{{',
  '{code}',
  '|',
  '\n',
  '- ',
  '![',
  '](',
  '`',
  '<!--',
  '<table>',
  '\\',
  '!a',
  '_a',
  '> ',
]
test.each(Object.entries(texts))('law: %s takes time in proportion to the text', (_name, read) => {
  for (const unit of units)
    expectLinear(length => writeMarkup(read(`a${unit.repeat(Math.ceil(length / unit.length))}b`), most), 3)
})
