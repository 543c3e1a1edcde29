import { expect, test } from 'vitest'
import { renderLine, renderMarkdown } from './markdown.js'

const safe = 'rel="nofollow noopener noreferrer" target="_blank"'
const link = (href: string, text = href) => `<a href="${href}" ${safe}>${text}</a>`
const word = (kind: string, name: string, text: string) =>
  `<a class="${kind}" data-${kind}="${name}">${text}</a>`
const html = (markdown: string) => renderMarkdown(markdown).trim()
const inline = (markdown: string) => html(markdown).replace(/^<p>|<\/p>$/g, '')

test.each([
  ['*a* **b** ~~c~~ `d`', '<em>a</em> <strong>b</strong> <s>c</s> <code>d</code>'],
  ['a\nb', 'a<br>\nb'],
  ['<b>x</b> & <script>', '&lt;b&gt;x&lt;/b&gt; &amp; &lt;script&gt;'],
  ['https://e.com/a?x=1&y=2.', `${link('https://e.com/a?x=1&amp;y=2')}.`],
  ['<https://e.com>', link('https://e.com')],
  ['www.e.com/x', link('http://www.e.com/x', 'www.e.com/x')],
  ['README.md, bob@e.com', `README.md, ${link('mailto:bob@e.com', 'bob@e.com')}`],
  ['https://e.com/?a=1&amp;b=2', link('https://e.com/?a=1&amp;b=2')],
  ['<https://e.com/?a=1&amp;b=2>', link('https://e.com/?a=1&amp;b=2')],
  ['[call](tel:+1) <tel:+1>', 'call tel:+1'],
  ['<mailto:a@e.com>', link('mailto:a@e.com', 'a@e.com')],
  ['~5 min, +2 ~1.5 ~10ms', '~5 min, +2 ~1.5 ~10ms'],
  ['\u200b**a:**\u200b b\u200b_c_', '<strong>a:</strong> b<em>c</em>'],
  ['<bob@e.com>', link('mailto:bob@e.com', 'bob@e.com')],
  ['[x](/team/town-square)', link('/team/town-square', 'x')],
  ['[x](www.e.com) [y](e.com:80/z)', `${link('http://www.e.com', 'x')} ${link('http://e.com:80/z', 'y')}`],
  ['[A B](<http://e.com/a b>)', link('http://e.com/a%20b', 'A B')],
])('%j shows %s', (markdown, shown) => {
  expect(inline(markdown)).toBe(shown)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '&#106;avascript:x',
  'vbscript:x',
  'data:text/html,x',
  'tel:1',
])('%s is not a link', target => {
  expect(html(`[x](${target}) <${target}> [r]\n\n[r]: ${target}`)).not.toContain('<a')
})

test.each([
  ['<!here> <!here|here> <!everyone> <!group|x> <!all>', '@here @here @everyone @group @all'],
  ['<@U1> <@U1|bob>', `${word('mention', 'u1', '@U1')} ${word('mention', 'bob', '@bob')}`],
  ['<!subteam^S1|@ops> <!subteam^S1>', `${word('mention', 'ops', '@ops')} ${word('mention', 's1', '@S1')}`],
  ['<!date^1^{date}_x_|2 &lt; *3*> <!x|y>', '2 &lt; *3* y'],
  ['<!x> <!DOCTYPE html> `<!here>`', '&lt;!x&gt; &lt;!DOCTYPE html&gt; <code>&lt;!here&gt;</code>'],
])("shows Slack's tags as words: %s shows %s", (markdown, shown) => {
  expect(inline(markdown)).toBe(shown)
})

test('images load lazily, without a referrer, and only from the web', () => {
  const image = (src: string, more = '') =>
    `<img src="${src}"${more} alt="alt" loading="lazy" referrerpolicy="no-referrer">`
  expect(inline('![alt](https://e.com/x.png)')).toBe(image('https://e.com/x.png'))
  expect(inline('![alt](https://e.com/x.png =10x20)')).toBe(
    image('https://e.com/x.png', ' width="10" height="20"'),
  )
  expect(inline('![alt](/api/v3/x) ![alt](//e.com/x)')).toBe('alt alt')
})

test.each([
  ['@bob.', '<a class="mention" data-mention="bob">@bob</a>.'],
  ['&#64;bob and @bob', '@bob and <a class="mention" data-mention="bob">@bob</a>'],
  ['(@Bob)', '(<a class="mention" data-mention="bob">@Bob</a>)'],
  ['**@channel**', '<strong><a class="mention" data-mention="channel">@channel</a></strong>'],
  ['~town-square', '<a class="channel" data-channel="town-square">~town-square</a>'],
  ['#tag-one', '<a class="hashtag" data-hashtag="tag-one">#tag-one</a>'],
  ['a@bob @here #1 #a x#tag', 'a@bob @here #1 #a x#tag'],
  ['`@bob`', '<code>@bob</code>'],
  ['[@bob](http://e.com)', link('http://e.com', '@bob')],
  ['<#C123> <#C123|general>', '&lt;#C123&gt; &lt;#C123|general&gt;'],
])('%s shows %s', (markdown, shown) => {
  expect(inline(markdown)).toBe(shown)
})

test.each([
  ['# One\n\nTwo\n---', '<h1>One</h1>\n<h2>Two</h2>'],
  ['> a\n\n---', '<blockquote>\n<p>a</p>\n</blockquote>\n<hr>'],
  ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
  [
    '- [ ] a\n- [x] b',
    '<ul>\n<li class="task"><input type="checkbox" disabled=""> a</li>\n' +
      '<li class="task"><input type="checkbox" disabled="" checked=""> b</li>\n</ul>',
  ],
  [
    '| a |\n|--:|\n| 1 |',
    '<table>\n<thead>\n<tr>\n<th class="align-right">a</th>\n</tr>\n</thead>\n' +
      '<tbody>\n<tr>\n<td class="align-right">1</td>\n</tr>\n</tbody>\n</table>',
  ],
  ['```js\n<a>\n```', '<pre><code class="language-js">&lt;a&gt;\n</code></pre>'],
  ['~~~\n*a*\n~~~', '<pre><code>*a*\n</code></pre>'],
  ['```first\n  second```\nafter', '<pre><code>first\n  second</code></pre>\n<p>after</p>'],
  [
    'It failed: ```TypeError: x\n    at a\n      at b``` twice `c`',
    '<p>It failed:</p>\n<pre><code>TypeError: x\n    at a\n      at b\n</code></pre>\n<p>twice <code>c</code></p>',
  ],
  ['a ```b``` c', '<p>a <code>b</code> c</p>'],
  [
    "```undefined `x' for nil\n  at `y'\n```\nafter",
    "<pre><code>undefined `x' for nil\n  at `y'\n</code></pre>\n<p>after</p>",
  ],
  ['```Error: a\n  at b\n```', '<pre><code>Error: a\n  at b\n</code></pre>'],
  [
    '```diff\n- a\n``` **b**',
    '<pre><code class="language-diff">- a\n</code></pre>\n<p><strong>b</strong></p>',
  ],
  [
    '```a\nb``` c ```d\ne``` f',
    '<pre><code>a\nb\n</code></pre>\n<p>c</p>\n<pre><code>d\ne\n</code></pre>\n<p>f</p>',
  ],
  ['```\na\nb', '<pre><code>a\nb</code></pre>'],
  ['```a `b` c', '<p>```a <code>b</code> c</p>'],
  ['>>> a\nb\n\nc', '<blockquote>\n<p>a<br>\nb</p>\n<p>c</p>\n</blockquote>'],
  [
    '> a\n>>> b',
    '<blockquote>\n<p>a</p>\n<blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>\n</blockquote>\n</blockquote>',
  ],
  ['####Name', '<p>####Name</p>'],
  ['- a\n  ```\n  b\n  ```\n- c', '<ul>\n<li>a<pre><code>b\n</code></pre>\n</li>\n<li>c</li>\n</ul>'],
])('renders the blocks of %j', (markdown, shown) => {
  expect(html(markdown)).toBe(shown)
})

test.each([
  ['**Docs**: https://e.com', '<strong>Docs</strong>: <a href="https://e.com"'],
  ['a\n\nb', 'a b'],
  ['# no heading', '# no heading'],
  [':tada: ~town-square @bob', '🎉 <a'],
  ['![logo](https://e.com/logo.png) ![l](https://e.com/l.png =10x10)', '!<a href="https://e.com/logo.png"'],
  ['<b>x</b> [y](javascript:alert(1))', '&lt;b&gt;x&lt;/b&gt; '],
])('renders %j as one line without blocks and images', (markdown, start) => {
  const html = renderLine(markdown)
  expect(html.slice(0, start.length)).toBe(start)
  expect(html).not.toMatch(/\n|<(?:img|p|h1|b)\b|href="javascript/)
})
