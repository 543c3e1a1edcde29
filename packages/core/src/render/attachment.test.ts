import { expect, test } from 'vitest'
import { readAttachment } from '../payload/attachment.js'
import { renderAttachment } from './attachment.js'
import { renderMarkdown } from './markdown.js'

const render = (raw: object) =>
  renderAttachment(readAttachment(raw, '', { refusal: undefined, ignored: [] }), renderMarkdown).trim()

test("renders an attachment's markdown and shows the rest as written", () => {
  expect(
    render({
      pretext: '*p*',
      text: '**t**',
      title: '*ti*',
      fields: [{ title: '*f*', value: '*v*', short: true }],
    }),
  ).toBe(
    '<aside class="attachment"><div class="attachment-pretext"><p><em>p</em></p>\n</div>' +
      '<div class="attachment-title">*ti*</div><div class="attachment-text"><p><strong>t</strong></p>\n</div>' +
      '<dl class="attachment-fields"><div class="short"><dt>*f*</dt><dd><p><em>v</em></p>\n</dd></div></dl></aside>',
  )
})

test.each([
  ['good', 'good'],
  ['#36A64F', '#36a64f'],
  ['f00', '#f00'],
])('colour %s is %s', (color, shown) => {
  expect(render({ text: 'a', color })).toContain(`<aside class="attachment" data-color="${shown}">`)
})

test('a button links to its URL, and does nothing without a safe one', () => {
  const button = (action: object) => render({ actions: [{ name: 'Log', type: 'button', ...action }] })
  expect(button({ url: 'https://e.com/1' })).toContain('<a href="https://e.com/1" rel=')
  for (const url of [null, '', 'javascript:x', 5])
    expect(button({ url })).toContain('<button type="button" disabled="">Log</button>')
})

test.each(['red', '#zzz', '#12345', '" onclick="x'])('%s is not a colour', color => {
  expect(render({ text: 'a', color })).toMatch(/^<aside class="attachment">/)
})

test('titles and authors link to safe URLs', () => {
  expect(render({ title: 't', title_link: 'https://e.com' })).toContain('<a href="https://e.com" rel=')
  expect(render({ title: 't', title_link: 'javascript:x' })).toContain(
    '<div class="attachment-title">t</div>',
  )
  expect(render({ author_name: 'n', author_icon: 'https://e.com/i.png' })).toContain(
    'src="https://e.com/i.png"',
  )
})

test('footers, and titles without a target, contain links', () => {
  const link = '<a href="https://e.com" rel="nofollow noopener noreferrer" target="_blank">x</a>'
  expect(render({ footer: 'by <https://e.com|x> <!here|h>' })).toContain(`by ${link} @here</footer>`)
  expect(render({ title: '<https://e.com|x>' })).toContain(`title">${link}</div>`)
  expect(render({ title: '<https://e.com|x>', title_link: 'https://e.com' })).toContain(
    `title">${link}</div>`,
  )
  expect(render({ footer: '<javascript:a|x> *y*' })).toContain('footer">x *y*</footer>')
})

test.each([1234567890, 1234567890_000, '1234567890000000', 1234567890e9])(
  'reads %s as a time in any unit',
  ts => {
    expect(render({ footer: 'f', ts })).toContain('"2009-02-13T23:31:30.000Z"')
  },
)

test('the footer shows a valid time', () => {
  expect(render({ footer: 'f', ts: '1234567890' })).toContain('f <time datetime="2009-02-13T23:31:30.000Z">')
  for (const ts of ['soon', '', 1e300]) expect(render({ footer: 'f', ts })).not.toContain('<time')
})

test('an attachment with only a fallback shows it', () => {
  expect(render({ fallback: 'a <b>' })).toBe('<aside class="attachment">a &lt;b&gt;</aside>')
})

test("decodes the entities that Slack's senders write, also in plain text", () => {
  const escaped = 'a &amp; b &lt;c&gt; &quot; &amp;lt;'
  const shown = 'a &amp; b &lt;c&gt; &amp;quot; &amp;lt;'
  expect(render({ title: escaped })).toContain(`<div class="attachment-title">${shown}</div>`)
  expect(render({ author_name: escaped })).toContain(`<div class="attachment-author">${shown}</div>`)
  expect(render({ footer: escaped })).toContain(`<footer class="attachment-footer">${shown}</footer>`)
  expect(render({ fields: [{ title: escaped }] })).toContain(`<dt>${shown}</dt>`)
  expect(render({ fallback: escaped })).toContain(`>${shown}</aside>`)
})
