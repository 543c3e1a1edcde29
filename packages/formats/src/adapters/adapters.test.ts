import { readdirSync, readFileSync } from 'node:fs'
import { mentionWords, parsePayload, payloadMentionWords, renderMarkdown, translate } from '@posthorn/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatFor, readAdapted } from './adapt.js'
import type { Adapted, Adapter, SenderHeaders, Skipped } from './adapter.js'
import { otherSender } from './foreign.js'
import { adapters, detectAdapter } from './index.js'
import { native } from './native.js'

type Fixture = { headers?: SenderHeaders; body: unknown }

const folder = (name: string) => new URL(`${name}/fixtures/`, import.meta.url)

/** A sender's events, as files `fixtures/<event>.json` with `headers` and `body`. */
function fixturesOf({ name }: Adapter): [string, Fixture][] {
  return readdirSync(folder(name))
    .filter(file => file.endsWith('.json'))
    .map(file => [file, JSON.parse(readFileSync(new URL(file, folder(name)), 'utf8'))])
}

const read = (adapter: Adapter, { headers = {}, body }: Fixture) => adapter.read(headers, native(body))
const textOf = (end: Adapted | Skipped) => ('skipped' in end ? `skipped: ${end.skipped}` : end.text)

describe.each(adapters.map(adapter => [adapter.name, adapter] as const))('%s', (_name, adapter) => {
  const fixtures = fixturesOf(adapter)

  test.each(fixtures)('reads %s as reviewed', async (file, fixture) => {
    const { event, ...end } = read(adapter, fixture)
    const own = new Set(['text', 'threadKey', 'updateKey', 'close', 'standing', 'idempotencyKey'])
    const more = Object.entries(end).filter(([name]) => !own.has(name) && name !== 'skipped')
    const keys =
      'skipped' in end
        ? {}
        : { thread: end.threadKey, update: end.updateKey, close: end.close, standing: end.standing }
    const shown = `event: ${event}\nkeys: ${JSON.stringify(keys)}\n\n${textOf({ event, ...end })}\n${more.map(([name, value]) => `\n${name}: ${JSON.stringify(value, null, 2)}\n`).join('')}`
    await expect(shown).toMatchFileSnapshot(
      new URL(file.replace(/json$/, 'txt'), folder(adapter.name)).pathname,
    )
  })

  test('is the only one that matches its events', () => {
    expect(fixtures.length).toBeGreaterThan(0)
    for (const [file, { headers = {}, body }] of fixtures)
      expect([file, detectAdapter(headers, native(body))?.name]).toEqual([
        file,
        adapter.name === 'json' ? undefined : adapter.name,
      ])
  })

  test('lacks nothing in its own events', () => {
    for (const [file, { headers = {}, body }] of fixtures)
      expect([file, adapter.lacks(headers, native(body))]).toEqual([file, undefined])
  })

  test('law: reads any damaged event in bounded text without empty items, with harmless HTML, and mentions nobody', () => {
    const anyFixture = fc.constantFrom(...fixtures.map(([, fixture]) => fixture))
    fc.assert(
      fc.property(anyFixture, fc.infiniteStream(damage), (fixture, damages) => {
        const body = damaged(fixture.body, () => damages.next().value)
        const end = read(adapter, { ...fixture, body })
        const text = textOf(end)
        expect(text.length).toBeLessThan(20_000)
        expect(text).not.toMatch(/\bundefined\b|\[object Object\]|^- *$/m)
        const html = renderMarkdown(translate(text))
        expect(html).not.toMatch(/<(script|img|iframe)\b|(href|src)="javascript:/i)
        const words = mentionWords({ message: text, html: '', type: '', props: {} })
        expect([...words].filter(word => /^@(all|channel|admin)/.test(word))).toEqual([])
        expectHarmlessPosts(adapter, { ...fixture, body })
      }),
      { numRuns: 50 },
    )
  })

  test('reads an event of 1 MiB in bounded text', () => {
    for (const [, fixture] of fixtures) {
      const body = damaged(fixture.body, () => 'long' as const)
      expect(textOf(read(adapter, { ...fixture, body })).length).toBeLessThan(20_000)
    }
  })
})

/**
 * Whatever the event holds, posts can show it, or there is nothing to show. Attachments mention nobody either. An event that lacks too
 * much is rejected, or is a payload.
 */
function expectHarmlessPosts(adapter: Adapter, { headers = {}, body }: Fixture) {
  const json = JSON.stringify(body ?? null)
  const reading = readAdapted(json, formatFor(adapter, headers, ''))
  const isForeign =
    adapter.lacks(headers, native(JSON.parse(json))) !== undefined ||
    otherSender(adapter, headers, native(body)) !== undefined
  expect(reading.outcome).toMatch(isForeign ? /^(unreadable|read)$/ : /^(read|skipped|no_text)$/)
  if (isForeign) {
    // It is no more than a payload, which the hook's own URL posts in the same way, with its mentions.
    if (reading.outcome === 'read') expect(reading).toMatchObject(parsePayload(json))
    return
  }
  const words = reading.outcome === 'read' ? payloadMentionWords(reading.payload) : []
  expect([...words].filter(word => /^@(all|channel|admin)/.test(word))).toEqual([])
}

const hostile =
  '<script>alert(1)</script> @all @channel <!channel> [x](javascript:alert(1)) ![i](http://x/i.png) `**_~~ | # \n\n> x \u202e'
const damage = fc.constantFrom('keep', 'keep', 'keep', 'remove', 'null', 'hostile', 'array', 'number', 'long')
type Damage = 'keep' | 'remove' | 'null' | 'hostile' | 'array' | 'number' | 'long'

/** Returns a copy of a value with damaged leaves. */
function damaged(value: unknown, next: () => string | undefined): unknown {
  if (Array.isArray(value)) return value.map(each => damaged(each, next))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, damaged(each, next)]))
  const leaves: Record<Damage, unknown> = {
    keep: value,
    remove: undefined,
    null: null,
    hostile,
    array: [hostile],
    number: -1e308,
    long: typeof value === 'string' ? `${value}${'x '.repeat(20_000)}` : value,
  }
  return leaves[(next() ?? 'keep') as Damage]
}
