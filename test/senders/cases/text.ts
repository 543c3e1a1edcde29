import { expect } from 'vitest'
import { type Cases, message, noEffect, rejected, shows, supported } from './case.js'

const noText = 'web.incoming_webhook.text.app_error'
const lines = `${'x'.repeat(69)}\n`.repeat(150)

export const text: Cases = {
  'text.missing': rejected({ channel: 'builds' }, 400, noText),
  'text.empty': rejected({ text: '' }, 400, noText),
  'text.not_a_string': rejected(
    { text: ['hi'] },
    400,
    'web.incoming_webhook.parse.app_error',
    'must be a string',
  ),
  'text.blank': supported({ text: ' ' }, message(' ')),
  'text.long': supported({ text: lines }, ({ posts }) => {
    expect(posts.map(post => post.message).join('')).toBe(lines)
    expect(posts).toHaveLength(3)
    for (const post of posts) expect([post.message.length <= 4000, post.message.at(-1)]).toEqual([true, '\n'])
  }),
  'text.line_feed': supported({ text: 'a\nb' }, shows('a<br>\nb')),
  'text.entities': supported({ text: 'a &amp; b &lt;c&gt;' }, shows('<p>a &amp; b &lt;c&gt;</p>')),
  'text.html': noEffect('<b>a</b>', shows('&lt;b&gt;a&lt;/b&gt;')),

  'text.url': supported({ text: '<https://e.com/a>' }, shows('<a href="https://e.com/a"')),
  'text.url_label': supported(
    { text: 'see <https://e.com/a|the page>' },
    message('see [the page](https://e.com/a)'),
  ),
  'text.url_www': supported({ text: '<www.e.com>' }, message('[www.e.com](http://www.e.com)')),
  'text.mailto': supported({ text: '<mailto:a@e.com|Ada>' }, message('[Ada](mailto:a@e.com)')),
  'text.url_label_code': supported(
    { text: '<https://e.com/7|#7 Use `FOO`\nhere> <https://e.com|>' },
    message('[#7 Use `FOO` here](https://e.com/7) [https://e.com](https://e.com)'),
  ),
  'text.tel': supported({ text: '<tel:+1555|call>' }, message('[call](tel:+1555)'), shows('<p>call</p>')),
  'text.label_without_url': noEffect('<this|that>'),
  'text.in_code': noEffect('`<https://e.com|x> <!channel>`'),
  'text.channel_id': noEffect('<#C024BE7LR>'),
  'text.channel_id_label': noEffect('<#C024BE7LR|general>'),
  'text.date': noEffect('<!date^1392734382^{date_short}|Feb 18, 2014>', shows('<p>Feb 18, 2014</p>')),

  'markdown.single_star': noEffect('*not bold*', shows('<em>not bold</em>')),
  'markdown.bold': supported({ text: '**bold**' }, shows('<strong>bold</strong>')),
  'markdown.italic': supported({ text: '_italic_' }, shows('<em>italic</em>')),
  'markdown.strike': supported({ text: '~~gone~~' }, shows('<s>gone</s>')),
  'markdown.single_tilde': noEffect('~not gone~', ({ posts }) => expect(posts[0]?.html).not.toContain('<s>')),
  'markdown.heading': supported({ text: '## Head' }, shows('<h2>Head</h2>')),
  'markdown.list': supported({ text: '- a\n- b' }, shows('<ul>\n<li>a</li>')),
  'markdown.tasks': supported({ text: '- [x] a' }, shows('<input type="checkbox" disabled="" checked="">')),
  'markdown.quote': supported({ text: '> said' }, shows('<blockquote>\n<p>said</p>')),
  'markdown.quote_to_end': supported(
    { text: '>>> a\n\nb' },
    shows('<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'),
  ),
  'markdown.heading_without_space': noEffect('####Name', shows('<p>####Name</p>')),
  'markdown.code_first_line': supported(
    { text: "```undefined method `a'\n  at b\n```" },
    shows("<pre><code>undefined method `a'\n  at b\n</code></pre>"),
  ),
  'markdown.code': supported(
    { text: '`a`\n```js\nb\n```' },
    shows('<code>a</code>', '<pre><code class="language-js">'),
  ),
  'markdown.table': supported({ text: '|a|b|\n|-|-|\n|1|2|' }, shows('<th>a</th>', '<td>1</td>')),
  'markdown.image': supported(
    { text: '![alt](https://e.com/i.png)' },
    shows('<img src="https://e.com/i.png" alt="alt"'),
  ),
  'markdown.link': supported({ text: '[x](https://e.com)' }, shows('<a href="https://e.com"', '>x</a>')),
  'markdown.bare_url': supported(
    { text: 'see https://my_host.e.com/*a*b*' },
    shows('<a href="https://my_host.e.com/*a*b*"'),
  ),
  'markdown.bare_email': supported({ text: 'ask ada@e.com' }, shows('<a href="mailto:ada@e.com"')),
  'markdown.zero_width_space': supported({ text: '\u200b**a:**\u200b' }, shows('<strong>a:</strong>')),
  'markdown.script_link': noEffect('[x](javascript:alert(1))', shows('<p>[x](javascript:alert(1))</p>')),
  'markdown.emoji': supported({ text: ':tada:' }, message(':tada:'), shows('<p>🎉</p>')),
}
