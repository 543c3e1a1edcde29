import { expect, test } from 'vitest'
import { cpuMs } from '../../../../core/src/testing.js'
import { formatFor, readAdapted, readNativeJson } from '../adapt.js'
import { adapterNamed } from '../index.js'
import { storedFormJson } from './form-json.js'

const discordFormat = { name: 'discord', headers: {}, query: '' }

function show(name: string, body: unknown, query = '') {
  const adapter = adapterNamed(name)
  if (!adapter) throw new Error(`no adapter ${name}`)
  const reading = readAdapted(JSON.stringify(body), formatFor(adapter, {}, query))
  if (reading.outcome !== 'read') throw new Error(reading.outcome)
  return reading.payload
}

test.each([
  [undefined, '&#64;everyone &#64;alice &#64;bob'],
  [{ parse: [] }, '&#64;everyone &#64;alice &#64;bob'],
  [{ parse: ['everyone'] }, '@channel &#64;alice &#64;bob'],
  [{ parse: ['users'] }, '&#64;everyone @alice @bob'],
  [{ users: ['Alice'] }, '&#64;everyone @alice &#64;bob'],
  [{ parse: 'everyone', users: 'alice' }, '&#64;everyone &#64;alice &#64;bob'],
])('Discord mentions with %j: %s', (allowed_mentions, text) => {
  expect(show('discord', { content: '@everyone @alice @bob', allowed_mentions }).text).toBe(text)
})

test.each([
  ['`@all` a@b.com https://e.com/@bob', '`@all` a@b.com https://e.com/@bob'],
  ['<!channel> (@all) .@all', '&lt;!channel> (&#64;all) .&#64;all'],
  ['```\n<t:0> @all\n```', '```\n<t:0> @all\n```'],
  [
    '![x](https://e.com/x.png) ![](https://e.com/y.png)',
    '[x](https://e.com/x.png) [image](https://e.com/y.png)',
  ],
  ['<@!1> <@&2> <#3> <a:wave:4> <t:0:R>', '&#64;1 &#64;2 #3 :wave: 1970-01-01 00:00 UTC'],
])('Discord text %s', (content, text) => {
  expect(show('discord', { content }).text).toBe(text)
})

test.each([
  ['Results:<br>- p99 *2 s*', 'Results:\n- p99 *2 s*'],
  [
    '<b>Failed</b> <a href="https://e.com/7">#7</a> <at>Ana</at> `<b>`',
    '**Failed** [#7](<https://e.com/7>) &#64;Ana `<b>`',
  ],
  ['<table><tr><td>a</td><td>b</td></tr></table>', '| a | b |\n| --- | --- |'],
  ['a List<String>', 'a List<String>'],
])('Teams text %s', (text, shown) => {
  const card = { '@type': 'MessageCard', title: 'Tests', text }
  expect(show('teams', card).attachments[0]?.text.trim()).toBe(shown)
})

test('an embed at the limits of Discord fits into a post, and the rest is reported', () => {
  const fields = Array.from({ length: 30 }, () => ({ name: 'n'.repeat(256), value: '"'.repeat(1024) }))
  const embed = {
    title: 't'.repeat(300),
    description: 'd'.repeat(9000),
    url: `https://e.com/${'u'.repeat(2000)}`,
  }
  const { attachments, ignored } = show('discord', { embeds: [{ ...embed, fields }] })
  expect(attachments[0]?.fields).toHaveLength(25)
  expect(ignored).toEqual([
    'embeds[0].description after 4096 characters',
    'embeds[0].fields after the first 25',
    'embeds[0].url',
  ])
})

test('Discord chooses a name and a picture', () => {
  const { username, iconUrl } = show('discord', {
    content: 'x',
    username: ' CI ',
    avatar_url: 'https://e.com/a',
  })
  expect([username, iconUrl]).toEqual(['CI', 'https://e.com/a'])
  expect(show('discord', { content: 'x', avatar_url: 'javascript:x' }).iconUrl).toBe('')
})

test('a Discord message of nothing but files is skipped, and the files are reported', () => {
  const files = [{ filename: 'build.log' }, { filename: 'graph.png' }]
  expect(readAdapted(JSON.stringify({ content: '', attachments: files }), discordFormat)).toMatchObject({
    outcome: 'skipped',
    ignored: ['file build.log', 'file graph.png'],
  })
  expect(readAdapted('{"content":""}', discordFormat).outcome).toBe('no_text')
})

test("Discord's thread_id is the post to reply to", () => {
  expect(show('discord', { content: 'x' }, `thread_id=${'a'.repeat(26)}`).keys.replyTo).toBe('a'.repeat(26))
  expect(show('discord', { content: 'x' }, 'thread_id=1234').ignored).toEqual(['root_id'])
})

const multipart = (...parts: string[]) =>
  Buffer.from(`${parts.map(part => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--b--\r\n`)
const type = 'multipart/form-data; boundary=b'

test.each([
  [['name="payload_json"\r\nContent-Type: application/json\r\n\r\n{"content":"hi"}'], { content: 'hi' }],
  [['name="content"\r\n\r\nhi', 'name="username"\r\n\r\nbot'], { content: 'hi', username: 'bot' }],
  [
    ['name="file"; filename="a.txt"\r\n\r\n{}', 'name="payload_json"\r\n\r\n{"content":"hi"}'],
    { content: 'hi', attachments: [{ filename: 'a.txt' }] },
  ],
])('reads the form %j', (parts, value) => {
  expect(readNativeJson(multipart(...parts), type, '')).toMatchObject({ outcome: 'read', value })
})

test.each([
  '',
  '--b',
  '--b--',
  '--b\r\n\r\n',
  '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\nhi',
])('refuses the broken form %j', body => {
  expect(readNativeJson(Buffer.from(body), type, '')).toMatchObject({ outcome: 'unreadable' })
})

const fileId = (letter: string) => `${letter.repeat(24)}00`
const formFile = (field: string, id: string) => ({
  field,
  id,
  name: `${field}.txt`,
  size: 1,
  type: 'text/plain',
})

test("Discord's attachments name files of the form by number, and others stay as they are", () => {
  const files = [formFile('files[1]', fileId('a')), formFile('file', fileId('b'))]
  const attachments = [{ id: 1, description: 'x' }, { id: '0' }, null]
  const json = storedFormJson([['payload_json', JSON.stringify({ content: 'hi', attachments })]], files)
  expect(JSON.parse(json ?? '').attachments).toMatchObject([
    { id: fileId('a'), filename: 'files[1].txt', description: 'x' },
    { id: fileId('b'), filename: 'file.txt' },
    { id: '0' },
  ])
  const { fileIds, ignored } = show('discord', JSON.parse(json ?? ''))
  expect([fileIds, ignored]).toEqual([
    [fileId('a'), fileId('b')],
    ['file attachment', 'attachments[0].description'],
  ])
})

test.each([
  [[], undefined],
  [[['content', 'hi']], '{"content":"hi"}'],
  [
    [
      ['payload_json', '{"con'],
      ['payload_json', '{}'],
    ],
    '{"con',
  ],
] as [[string, string][], string | undefined][])('the form %j without files is %s', (fields, json) => {
  expect(storedFormJson(fields, [])).toBe(json)
})

const long = 'x'.repeat(9000)
const cards = [{ contentType: 'application/vnd.microsoft.card.hero', content: { text: long } }]

test.each([
  ['discord', { embeds: [{ description: long }] }, ['embeds[0].description after 4096 characters']],
  ['teams', { type: 'message', text: long }, ['text after 8000 characters']],
  ['teams', { '@type': 'MessageCard', text: long }, ['text after 8000 characters']],
  [
    'teams',
    { '@type': 'MessageCard', sections: [{ facts: [{ name: 'a', value: long }] }] },
    ['sections[0].facts[0].value after 1024 characters'],
  ],
  ['teams', { type: 'message', attachments: cards }, ['attachments[0].content.text after 8000 characters']],
  [
    'teams',
    { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: long }] },
    ['body after 8000 characters'],
  ],
  ['googlechat', { text: long }, ['text after 8000 characters']],
  [
    'googlechat',
    { cardsV2: [{ card: { sections: [{ widgets: [{ textParagraph: { text: long } }] }] } }] },
    ['cardsV2[0].card.sections[0].widgets[0].textParagraph after 8000 characters'],
  ],
])('says that a long text of %s is shortened', (name, body, ignored) => {
  expect(show(name, body).ignored).toEqual(ignored)
})

test('converts a bounded part of many long texts of Google Chat', () => {
  const widgets = Array.from({ length: 100 }, () => ({ textParagraph: { text: 'a\n'.repeat(4000) } }))
  const message = { cardsV2: [{ card: { sections: [{ widgets }] } }] }
  expect(cpuMs(() => show('googlechat', message))).toBeLessThan(200)
  expect(show('googlechat', message).ignored).toEqual(['cardsV2[0].card.sections after 40000 characters'])
})

test('converts a bounded part of many long texts of Discord', () => {
  const components = Array.from({ length: 100 }, () => ({ type: 10, content: 'x'.repeat(4000) }))
  const { text, ignored } = show('discord', { components })
  expect(text.length).toBeLessThan(45_000)
  expect(ignored[0]).toBe('components[10]')
})
