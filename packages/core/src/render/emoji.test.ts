import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderAttachment } from './attachment.js'
import { withEmoji, withLaterEmoji } from './emoji.js'
import codes from './emoji-codes.json' with { type: 'json' }
import { htmlVersion, renderMarkdown } from './markdown.js'

type Emoji = { hexcode: string; emoji: string; skins?: { hexcode: string; tone: number | number[] }[] }

const published = (file: string) =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`emojibase-data/en/${file}`), 'utf8'))
const emojis = new Map<string, Emoji>(published('data.json').map((emoji: Emoji) => [emoji.hexcode, emoji]))

/** Without the selector, which only text characters need. */
const shown = ({ emoji }: Emoji) =>
  /^\p{Emoji_Presentation}\ufe0f$/u.test(emoji) ? emoji.slice(0, -1) : emoji

/** The characters of `hexcode` with a tone behind the first. */
const tonedHex = (hexcode: string, tone: number) =>
  hexcode.replace(/^(\w+)(-FE0F)?/, `$1-1F3F${'BCDEF'[tone - 1]}`)

function hasTones({ hexcode, skins = [] }: Emoji): boolean {
  const plain = skins.filter(({ tone }) => typeof tone === 'number')
  return plain.length === 5 && plain.every(skin => skin.hexcode === tonedHex(hexcode, skin.tone as number))
}

/** The codes as published: Slack's names first, then GitHub's. */
function publishedCodes() {
  const sorted = { plain: {} as Record<string, string>, toned: {} as Record<string, string> }
  const sets = ['iamcal', 'github'].map(set => published(`shortcodes/${set}.json`))
  for (const [hexcode, names] of sets.flatMap(set => Object.entries<string | string[]>(set))) {
    const emoji = emojis.get(hexcode)
    if (emoji === undefined) continue
    for (const name of [names].flat())
      if (!(name in sorted.plain || name in sorted.toned))
        sorted[hasTones(emoji) ? 'toned' : 'plain'][name] = shown(emoji)
  }
  return sorted
}

// `npm run test:unit -- -u packages/core/src/render/emoji.test.ts` writes the file again after an upgrade of emojibase-data
test('the codes are those that emojibase-data publishes', async () => {
  await expect(`${JSON.stringify(publishedCodes(), null, 2)}\n`).toMatchFileSnapshot('emoji-codes.json')
})

test('each name is one that the pattern finds', () => {
  for (const [name, emoji] of Object.entries({ ...codes.plain, ...codes.toned }))
    expect(withEmoji(`:${name}:`)).toBe(emoji)
})

test.each([
  [':white_check_mark: done', '✅ done'],
  ['Build :tada:!', 'Build 🎉!'],
  ['成功:tada:。', '成功🎉。'],
  [':+1: :-1: :100:', '👍 👎 💯'],
  [':+1::-1::nobody-knows::tada:', '👍👎:nobody-knows:🎉'],
  [':information_source: :warning: :o: :hash:', 'ℹ️ ⚠️ ⭕ #️⃣'],
  [':flag-de: :de: :man-shrugging: :man_shrugging:', '🇩🇪 🇩🇪 🤷‍♂️ 🤷‍♂️'],
])('shows %s as %s', (text, emoji) => {
  expect(withEmoji(text)).toBe(emoji)
})

test.each([
  [':+1::skin-tone-2:', '👍🏻'],
  [':wave::skin-tone-6:', '👋🏿'],
  [':v::skin-tone-4:', '✌🏽'],
  [':man-shrugging::skin-tone-4:', '🤷🏽‍♂️'],
  [':thumbsup_medium_dark_skin_tone:', '👍🏾'],
  [':thumbsup_tone1:', '👍🏻'],
  [':tada::skin-tone-3:', '🎉🏼'],
  [':tada_tone1: :+1_tone9:', ':tada_tone1: :+1_tone9:'],
])('gives %s its skin tone', (text, emoji) => {
  expect(withEmoji(text)).toBe(emoji)
})

test.each([
  ':nobody-knows: :constructor: :__proto__: : tada : :: ::: :tada',
  '12:100:05 1:100 fe80::a:b:c std::x::y a:x:b arn:aws:logs:x:y key:x:value',
])('leaves %s as it is', text => {
  expect(withEmoji(text)).toBe(text)
})

test('shows emoji in text, titles, links and tables, but not in code and URLs', () => {
  const html = renderMarkdown(
    '# :tada: a\n\n[:x: b](https://e.com) **:x:** _:+1:_\n\n|:o:|\n|-|\n|:v:|\n\n`:x:` https://e.com/:b:/ <https://e.com/:b:>',
  )
  expect(html).toContain('🎉 a')
  expect(html).toMatch(/❌ b<\/a> <strong>❌<\/strong> <em>👍<\/em>/)
  expect(html).toMatch(/<th>⭕<\/th>.*<td>✌️<\/td>/s)
  expect(html).toContain('<code>:x:</code>')
  expect(html.match(/>https:\/\/e\.com\/:b:\/?</g)).toHaveLength(2)
  expect(renderMarkdown('```\n:x:\n```')).toContain(':x:')
})

test('mentions end before an emoji, and emoji that contain letters start none', () => {
  expect(renderMarkdown('thanks @bob:tada:')).toContain('>@bob</a>🎉')
  expect(renderMarkdown('@:information_source:')).toBe('<p>@ℹ️</p>\n')
  expect(renderMarkdown('@bob :tada:')).toContain('>@bob</a> 🎉')
})

test('shows emoji in all parts of an attachment, but not in its URLs', () => {
  const attachment = {
    fallback: '',
    pretext: ':one: x',
    text: ':two: x',
    author_name: ':three: x',
    title: ':four: <https://e.com|:five: x>',
    footer: ':six: https://e.com/:b:/',
    fields: [{ title: ':seven:', value: ':eight:', short: true }],
    actions: [{ name: ':nine:' }],
    ...{ color: '', author_link: '', author_icon: '', title_link: '', image_url: '', thumb_url: '' },
    ...{ footer_icon: '', ts: null },
  }
  const html = renderAttachment(
    attachment as unknown as Parameters<typeof renderAttachment>[0],
    renderMarkdown,
  )
  for (const digit of [1, 2, 3, 4, 5, 6, 7, 8, 9]) expect(html).toContain(`${digit}\ufe0f\u20e3`)
  expect(html).toContain('>https://e.com/:b:/</a>')
})

test.each([
  ['<p>:tada: <strong>:x:</strong> &quot;:+1:&quot;</p>', '<p>🎉 <strong>❌</strong> &quot;👍&quot;</p>'],
  [
    '<p><code>:x:</code> :x:</p><pre><code>:x:\n</code></pre>:x:',
    '<p><code>:x:</code> ❌</p><pre><code>:x:\n</code></pre>❌',
  ],
  [
    '<a href="https://e.com/:b:/">https://e.com/:b:/</a> :x:',
    '<a href="https://e.com/:b:/">https://e.com/:b:/</a> ❌',
  ],
  ['<a href="http://e.com/:b:/">e.com/:b:/</a>', '<a href="http://e.com/:b:/">e.com/:b:/</a>'],
  ['<a href="https://e.com/:b:/">:x: b</a>', '<a href="https://e.com/:b:/">❌ b</a>'],
])('shows emoji in the stored HTML %s of older versions', (html, later) => {
  expect(withLaterEmoji(html, 4)).toBe(later)
  expect(withLaterEmoji(html, htmlVersion)).toBe(html)
})

test('shows emoji in stored HTML as the renderer does now', () => {
  const text =
    '# a :tada:\n\n[b](https://e.com/:x:) **:x:** `:x:` https://e.com/:b:/ <https://e.com/:b:>\n\n|:o:|\n|-|\n|`:v:`|'
  const now = renderMarkdown(text)
  const before = now.replace('🎉', ':tada:').replace('❌', ':x:').replace('⭕', ':o:')
  expect(before).not.toBe(now)
  expect(withLaterEmoji(before, 1)).toBe(now)
})

test('a text without codes stays as it is', () => {
  fc.assert(
    fc.property(
      fc.string().filter(text => !/:[\w+-]+:/.test(text)),
      text => withEmoji(text) === text,
    ),
  )
})
