import { readdirSync, readFileSync } from 'node:fs'
import { type PayloadReading, parsePayload } from '@posthorn/core'
import { expect, test } from 'vitest'
import { type AdaptedReading, formatFor, readAdapted } from './adapters/adapt.js'
import type { SenderHeaders } from './adapters/adapter.js'
import { adapterNamed } from './adapters/index.js'

/** The formats that lose nothing untold. Adapters of events choose what people read (docs/adapters.md). */
const formats = [
  'apprise',
  'cloudevents',
  'discord',
  'googlechat',
  'gotify',
  'json',
  'ntfy',
  'teams',
  'zabbix',
]

/** Fields that say how something looks, works or is identified. People do not read them. */
const machine = new Set(
  `type @type @context $schema version contentType contentUrl id event topic format specversion datacontenttype data_base64
  time timestamp date style color themeColor wrap size weight width height spacing horizontalAlignment verticalAlignment
  action os mimetype mimeType base64 parse custom_id thread_id cardId language attachmentLayout urls tag action_id block_id
  value event_value event_nseverity event_source event_update_status trigger_id channel icon_url ts`.split(
    /\s+/,
  ),
)

type Leaf = { path: (string | number)[]; value: string }

function leavesOf(value: unknown, path: Leaf['path'] = []): Leaf[] {
  if (typeof value === 'string') return [{ path, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    leavesOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** The places of objects, where a newer version of the sender may have another field. */
function objectsOf(value: unknown, path: Leaf['path'] = []): Leaf['path'][] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([key, each]) =>
    objectsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return Array.isArray(value) ? inside : [path, ...inside]
}

function replaced(value: unknown, [key, ...rest]: Leaf['path'], by: string): unknown {
  if (key === undefined) return by
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? ([...value] as unknown as Record<number, unknown>)
    : { ...(value as object) }
  copy[key] = replaced(copy[key], rest, by)
  return copy
}

/** `attachments[0].content.body[2].text`, and with dots alone. */
function namesOf(path: Leaf['path']): string[] {
  const shown = path.map(key => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  return [shown.replace(/^\./, ''), path.join('.')]
}

/** Whether an ignored place is this one, or one around it. */
function isNamed(ignored: string[], path: Leaf['path']): boolean {
  return ignored.some(entry => {
    if (entry.includes(word)) return true
    const place = entry.replace(/ (?:after the first|\().*$/, '')
    return namesOf(path).some(
      name => name === place || name.startsWith(`${place}.`) || name.startsWith(`${place}[`),
    )
  })
}

const word = 'qzword7'

type Read = (body: unknown) => PayloadReading | AdaptedReading

/** Returns the places of those texts of a body that are neither in the post nor named. */
function lostIn(body: unknown, read: Read): string[] {
  return leavesOf(body)
    .filter(({ path }) => !machine.has(String(path.findLast(key => typeof key === 'string'))))
    .filter(({ path, value }) => {
      const by = /^https?:/.test(value) ? `${value}/${word}` : `${value} ${word}`
      const reading = read(replaced(body, path, by))
      if (reading.outcome === 'skipped') return false
      if (reading.outcome !== 'read') throw new Error(`${path.join('.')}: ${reading.detail}`)
      const { props: _kept, ...shown } = reading.payload // clients get props, but people do not read them
      return !JSON.stringify(shown).includes(word) && !isNamed(shown.ignored, path)
    })
    .map(({ path }) => namesOf(path)[0] ?? '')
}

/** Returns the places of those objects in which a field that nobody knows is neither shown nor named. */
function losing(body: unknown, read: Read): string[] {
  return objectsOf(body)
    .filter(path => !path.includes('msteams'))
    .filter(path => {
      const changed = replaced(body, [...path, 'novelty'], word)
      const reading = read(changed)
      if (reading.outcome !== 'read') return false
      const { props: _kept, ...shown } = reading.payload
      return !JSON.stringify(shown).includes(word) && !isNamed(shown.ignored, [...path, 'novelty'])
    })
    .map(path => namesOf(path)[0] ?? '')
}

function reads(name: string, headers: SenderHeaders = {}): Read {
  const adapter = adapterNamed(name)
  if (!adapter) throw new Error(`no adapter ${name}`)
  return body => readAdapted(JSON.stringify(body), formatFor(adapter, headers, ''))
}

const folder = (name: string) => new URL(`./adapters/${name}/fixtures/`, import.meta.url)
const fixtures = formats.flatMap(name =>
  readdirSync(folder(name))
    .filter(file => file.endsWith('.json'))
    .map(file => [name, file] as const),
)

test.each(fixtures)('%s shows each text of %s, or names its place', (name, file) => {
  const { headers, body } = JSON.parse(readFileSync(new URL(file, folder(name)), 'utf8'))
  expect(lostIn(body, reads(name, headers))).toEqual([])
  expect(losing(body, reads(name, headers))).toEqual([])
})

const attachment = {
  ...{
    fallback: 'fallback',
    pretext: 'pretext',
    author_name: 'Ana',
    author_link: 'https://e.com/ana',
    title: 'Title',
  },
  ...{
    title_link: 'https://e.com/t',
    text: 'text',
    image_url: 'https://e.com/i.png',
    footer: 'footer',
    mood: 'good',
  },
  fields: [{ title: 'Host', value: 'db-1', short: true, unit: 'none' }],
  actions: [{ type: 'button', name: 'open', text: 'Open', url: 'https://e.com/open', hint: 'hint' }],
}
const text = (words: string) => ({ type: 'mrkdwn', text: words })
const blocks = [
  { type: 'header', text: { type: 'plain_text', text: 'Deploy' } },
  { type: 'section', text: text('body'), fields: [text('one'), text('two')] },
  {
    type: 'context',
    elements: [text('small'), { type: 'image', image_url: 'https://e.com/c.png', alt_text: 'chart' }],
  },
  {
    type: 'image',
    title: { type: 'plain_text', text: 'Graph' },
    image_url: 'https://e.com/g.png',
    alt_text: 'graph',
  },
  {
    type: 'actions',
    elements: [{ type: 'button', text: { type: 'plain_text', text: 'Go' }, url: 'https://e.com/go' }],
  },
  {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'rich' }] }],
  },
  { type: 'mystery', words: 'unknown' },
]

test.each([
  [
    'a text and attachments',
    { text: 'hi', username: 'ci', mood: 'x', attachments: [attachment, { blocks }] },
  ],
  ['blocks', { text: 'fallback', blocks }],
])('a payload with %s loses no text untold', (_what, body) => {
  expect(lostIn(body, changed => parsePayload(JSON.stringify(changed)))).toEqual([])
})
