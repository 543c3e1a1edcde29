import { readdirSync, readFileSync } from 'node:fs'
import { composePosts, type Payload, readPayload, textOfHtml } from '@posthorn/core'
import { expect, test } from 'vitest'
import { formatFor, readAdapted, readNativeJson } from '../adapters/adapt.js'
import { adapterNamed } from '../adapters/index.js'

type Input = {
  adapter: string
  headers: Record<string, string>
  body: Record<string, unknown>
  inQuery?: boolean
  must?: string[]
  mustNot?: string[]
}

const inputs = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith('.json'))
  .map(file => [file, JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')) as Input] as const)

test.each(inputs)('%s shows what a reader needs', (_file, input) => {
  const payload = payloadOf(input)
  const { shown, written } = payload ? show(payload) : { shown: '', written: '' }
  for (const word of input.must ?? []) expect(shown).toContain(word)
  for (const word of input.mustNot ?? []) expect(`${shown}\n${written}`).not.toContain(word)
})

/** Returns nothing for an event that is skipped. */
function payloadOf({ adapter: name, headers, body, inQuery }: Input): Payload | undefined {
  const bytes = Buffer.from(inQuery ? '' : JSON.stringify(body))
  const query = inQuery ? new URLSearchParams(body as Record<string, string>).toString() : ''
  if (name === '') return mustRead(readPayload(bytes, 'application/json', query)).payload
  const adapter = adapterNamed(name)
  const read = readNativeJson(bytes, 'application/json', query)
  if (!adapter || read.outcome !== 'read') throw new Error(`${name} cannot read this`)
  const reading = readAdapted(read.json, formatFor(adapter, headers, query), headers)
  return reading.outcome === 'skipped' ? undefined : mustRead(reading).payload
}

function mustRead<Reading extends { outcome: string }>(reading: Reading): Reading & { outcome: 'read' } {
  if (reading.outcome === 'read') return reading as Reading & { outcome: 'read' }
  throw new Error(JSON.stringify(reading))
}

/** `shown`: the words and addresses that a reader sees. `written`: the markdown. */
function show(payload: Payload): { shown: string; written: string } {
  const look = { hookDisplayName: '', overrideUsername: true, overrideIcon: true }
  const posts = [...composePosts(payload, look)]
  const html = posts.map(post => post.html).join('')
  const addresses = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) => address)
  return {
    shown: [
      textOfHtml(html, html.length),
      ...addresses.map(address => address.replaceAll('&amp;', '&')),
    ].join('\n'),
    written: JSON.stringify(posts.map(({ message, props }) => [message, props])),
  }
}
