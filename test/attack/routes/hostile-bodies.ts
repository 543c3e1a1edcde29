import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Route } from './table.js'

/**
 * What is sent with a call. `bytes` are those of the body, `pieces` whether each arrives in a chunk of its own, `fits` whether the
 * body is made for its route.
 */
export type Hostile = {
  name: string
  headers: Record<string, string>
  query?: string
  make: (bytes: number, route: Route) => Buffer
  pieces?: true
  fits?: true
}

const made = new Map<string, Buffer>()

/** Returns the body of a call. Making some takes longer than a server may take for them, so those of all routes are made once. */
export function bodyOf({ hostile, bytes, route }: { hostile: Hostile; bytes: number; route: Route }): Buffer {
  const { name, make, fits } = hostile
  if (fits) return make(bytes, route)
  const known = made.get(`${name} ${bytes}`)
  const body = known ?? make(bytes, route)
  if (!known) made.set(`${name} ${bytes}`, body)
  return body
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const parts = { 'content-type': 'multipart/form-data; boundary=b' }

/** Fills a body with a unit, between a beginning and an end. */
function filled(begin: string, unit: string, end = '') {
  return (bytes: number) => {
    const room = Math.max(0, bytes - Buffer.byteLength(begin + end))
    return Buffer.from(begin + unit.repeat(Math.floor(room / Buffer.byteLength(unit))) + end)
  }
}

function keys(bytes: number): Buffer {
  const pairs: string[] = []
  for (let [n, length] = [0, 10]; length < bytes; n++) {
    const pair = `"k${n}":0`
    pairs.push(pair)
    length += pair.length + 1
  }
  return Buffer.from(`{"text":"x",${pairs.slice(2).join()}}`)
}

/** Few names, in other orders in each object. */
function orders(bytes: number): Buffer {
  const object = (of: number) =>
    `{${Array.from({ length: 20 }, (_, n) => `"a${(of * 97 + n * (of + 1)) % 997}":0`).join()}}`
  return Buffer.from(
    `{"text":"x","props":[${Array.from({ length: Math.floor(bytes / 180) }, (_, of) => object(of))}]}`,
  )
}

const brackets = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

function balanced(bytes: number): Buffer {
  return Buffer.from(`{"text":"x","a":${brackets(Math.floor((bytes - 20) / 2))}}`)
}

const partHead = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`

/** Ten thousand of them fit into the largest body. */
function manyParts(bytes: number): Buffer {
  const part = `${partHead('a')}x\r\n`
  return Buffer.from(`${part.repeat(Math.min(10_000, Math.floor(bytes / part.length)))}--b--\r\n`)
}

/** A body that the call's schema accepts, with texts as long as they may be. */
function accepted(text: string) {
  return (bytes: number, { call }: Route) => {
    const schema =
      call?.body && (z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as Schema)
    const fields = schema ? sampleOf(schema, text, bytes) : { text: text.repeat(bytes / text.length / 2) }
    return Buffer.from(JSON.stringify(fields))
  }
}

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  minimum?: number
  pattern?: string
}

const id = 'a'.repeat(26)

function sampleOf(schema: Schema, text: string, bytes: number): unknown {
  const { type, properties = {}, items, anyOf, maxLength = bytes, minimum = 0, pattern } = schema
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (anyOf?.[0]) return sampleOf(anyOf[0], text, bytes)
  if (type === 'string')
    return pattern ? id : text.repeat(Math.ceil(bytes / text.length)).slice(0, Math.min(maxLength, bytes / 3))
  if (type === 'integer' || type === 'number') return minimum
  if (type === 'boolean') return true
  if (type === 'array')
    return items ? Array.from({ length: 10 }, () => sampleOf(items, text, bytes / 12)) : []
  const names = Object.keys(properties)
  return Object.fromEntries(
    names.map(name => [name, sampleOf(properties[name] as Schema, text, bytes / names.length)]),
  )
}

const plain: Hostile[] = [
  { name: 'pairs of a form', headers: form, make: filled('', 'a&') },
  { name: 'a payload of pairs', headers: form, make: filled('payload={"text":"x"}', '&a') },
  { name: 'percent signs', headers: form, make: filled('payload=', '%7B') },
  { name: 'brackets', headers: json, make: filled('', '[') },
  { name: 'names', headers: json, make: filled('', '{"a":') },
  { name: 'commas', headers: json, make: filled('{"text":"x","csv":[', '0,', '0]}') },
  { name: 'a text of commas', headers: json, make: filled('{"csv":"', ',,,\\n', '"}') },
  { name: 'objects', headers: json, make: filled('{"text":"x","attachments":[', '{},', '{}]}') },
  { name: 'nested objects', headers: json, make: filled('{"text":"x","props":[', '{"a":{}},', '0]}') },
  { name: 'balanced brackets', headers: json, make: balanced },
  { name: 'nests', headers: json, make: filled('{"text":"x","props":[', `${brackets(900)},`, '0]}') },
  { name: '100,000 keys', headers: json, make: keys },
  { name: 'orders of keys', headers: json, make: orders },
  { name: 'a long text', headers: json, make: filled('{"text":"', 'word ', '"}') },
  { name: 'escapes', headers: json, make: filled('{"text":"', '\\u0041', '"}') },
  { name: 'fences', headers: json, make: filled('{"text":"', '```a\\n', '"}') },
  { name: 'tables', headers: json, make: filled('{"text":"', '| a | b |\\n', '"}') },
  { name: 'links', headers: json, make: filled('{"text":"', '<www.a>', '"}') },
  { name: 'angle brackets', headers: json, make: filled('{"text":"', '<', '"}') },
  { name: 'lists', headers: json, make: filled('{"text":"', '- a\\n', '"}') },
  { name: 'a text that does not end', headers: json, make: filled('{"text":"', '\\\\\\"') },
  { name: 'what the schema accepts', headers: json, make: accepted('**a** `b` '), fits: true },
  { name: '10,000 parts', headers: parts, make: manyParts },
  { name: 'headers of a part', headers: parts, make: filled('--b\r\n', 'a: b\r\n') },
  { name: 'boundaries', headers: parts, make: filled(`${partHead('a')}x`, '\r\n--') },
]

const packed = plain.map(
  ({ name, headers, make, ...more }): Hostile => ({
    ...more,
    name: `${name}, compressed`,
    headers: { ...headers, 'content-encoding': 'gzip' },
    make: (bytes, route) => gzipSync(make(bytes, route)),
  }),
)

const none = () => Buffer.alloc(0)
/** Within the 16 KiB of a request's head. */
const headBytes = 12 * 1024
const headUnits = (unit: string) => unit.repeat(headBytes / unit.length)

const heads: Hostile[] = [
  { name: 'a query of pairs', headers: {}, query: headUnits('a&'), make: none },
  { name: 'a query of names', headers: {}, query: headUnits('a[b]=%7B&'), make: none },
  { name: 'cookies', headers: { cookie: headUnits('a=b; ') }, make: none },
  { name: 'a long token', headers: { authorization: `Bearer ${headUnits('a')}` }, make: none },
]

const crumbs: Hostile = { name: 'one byte per chunk', headers: json, make: filled('', 'a'), pieces: true }

/** Reads a body that a route without bodies never reads. */
const isBodiless = ({ method, bodyBytes }: Route) => method === 'GET' || bodyBytes === 0

/** Hooks and Slack's methods read compressed bodies. */
const inflates = ({ process, credential }: Route) => process === 'ingress' || credential === 'token'

/** Returns everything hostile for a route. */
export function hostileTo(route: Route): Hostile[] {
  if (isBodiless(route)) return [...heads, ...plain.slice(0, 1)]
  return [...heads, ...plain, crumbs, ...(inflates(route) ? packed : [])]
}

/** The three that the quick form sends. */
export function worstTo(route: Route): Hostile[] {
  const worst = ['pairs of a form, compressed', '100,000 keys', '10,000 parts']
  if (isBodiless(route)) return [...heads.slice(0, 2), ...plain.slice(0, 1)]
  return [...plain, ...packed].filter(({ name }) => worst.includes(name))
}
