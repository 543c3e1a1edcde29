import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatFor, readAdapted } from './adapt.js'
import type { SenderHeaders } from './adapter.js'
import { adapters } from './index.js'

type Fixture = { headers?: SenderHeaders; body: unknown }

const events = adapters.flatMap(({ name }) => {
  const folder = new URL(`${name}/fixtures/`, import.meta.url)
  const read = (file: string): Fixture => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
  const files = readdirSync(folder).filter(file => file.endsWith('.json'))
  return files.map(file => ({ name, file: `${name}/${file}`, ...read(file) }))
})

/** The adapter for JSON of any program. */
const readsAnything = 'json'

/** Adapters that truly show the bodies of others. */
const alsoRead: Readonly<Record<string, string[]>> = {
  alertmanager: ['grafana'], // which adds its own fields to Alertmanager's body
  cloudevents: ['harbor'], // whose events may be CloudEvents
}

const strict = adapters.filter(({ name }) => name !== readsAnything)

test.each(strict.map(adapter => [adapter.name, adapter] as const))(
  '%s claims nothing about the events of other senders, and names their adapter',
  (own, adapter) => {
    const others = events.filter(({ name }) => ![own, readsAnything, ...(alsoRead[own] ?? [])].includes(name))
    const misread = others.flatMap(({ name, file, headers = {}, body }) => {
      const reading = readAdapted(JSON.stringify(body), formatFor(adapter, headers, ''), headers)
      const isRefused = reading.outcome === 'unreadable' && reading.detail.includes(`/${name} instead`)
      return isRefused ? [] : [[file, reading]]
    })
    expect(misread).toEqual([])
  },
)

test("Grafana's groups of alerts show the same state at Alertmanager's adapter", () => {
  const mark = (name: string, { headers = {}, body }: Fixture) => {
    const adapter = adapters.find(each => each.name === name)
    const reading = adapter && readAdapted(JSON.stringify(body), formatFor(adapter, headers, ''))
    return reading?.outcome === 'read' ? [...reading.payload.text][0] : reading
  }
  const isAlert = ({ name, file, body }: (typeof events)[number]) =>
    name === 'grafana' && isGroup(body) && file !== 'grafana/test.json' // an alert like others, but for its name
  for (const event of events.filter(isAlert))
    expect([event.file, mark('alertmanager', event)]).toEqual([event.file, mark(event.name, event)])
})

const isGroup = (body: unknown) => typeof body === 'object' && body !== null && 'groupKey' in body

const lacking: [name: string, event: string, body: object, field: string][] = [
  ['apprise', '', { body: 'CPU is high', event_type: 'metric_alert', org: { id: '1' } }, '`type`'],
  ['bitbucketserver', '', { eventKey: 'pr:merged', pullRequest: { id: 4, toRef: {} } }, 'toRef.displayId'],
  ['gitea', 'issue_comment', { action: 'created', comment: { body: 'x' } }, 'issue'],
  ['github', 'issue_comment', { action: 'created', comment: { body: 'x' } }, 'issue'],
  ['github', 'member', { action: 'added', member: { login: 'bob' } }, 'repository'],
  ['github', 'deploy_key', { key: { title: 'ci' } }, 'action'],
  ['sentry', 'issue', { action: 'created', data: {} }, 'data.issue'],
  ['sentry', 'metric_alert', { action: 'critical', data: {} }, 'data.metric_alert'],
]

test.each(lacking)('%s: a body of %s with a gap is refused: %j lacks %s', (name, event, body, field) => {
  const adapter = adapters.find(each => each.name === name)
  const headers = { [adapter?.headers.find(header => !header.endsWith('-type')) ?? '']: event }
  expect(adapter && readAdapted(JSON.stringify(body), formatFor(adapter, headers, ''))).toMatchObject({
    outcome: 'unreadable',
    detail: expect.stringContaining(field),
  })
})

test.each([
  ['github', { 'x-github-event': 'gollum' }, { pages: [{ action: 'edited' }] }, 'Edited: a page'],
  [
    'github',
    { 'x-github-event': 'marketplace_purchase' },
    { action: 'cancelled', marketplace_purchase: {} },
    'canceled a plan',
  ],
  ['harbor', {}, { type: 'QUOTA_EXCEED', occur_at: 1, event_data: {} }, '**Quota exceeded:** a project'],
] as const)('%s: %j without a name has no empty label', (name, headers, body, text) => {
  const adapter = adapters.find(each => each.name === name)
  const reading = adapter && readAdapted(JSON.stringify(body), formatFor(adapter, headers, ''))
  expect(reading).toMatchObject({ payload: { text: expect.stringContaining(text) } })
})
