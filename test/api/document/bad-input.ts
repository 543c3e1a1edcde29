import fc from 'fast-check'
import type { Described, Operation } from './read.js'

/** Holds the input of a call. */
export type Input = { path: string; query: string; body: string | undefined }

type Shape = { properties?: Record<string, { enum?: unknown[] }> }

const oddText = fc.constantFrom(
  '',
  '\0',
  '\ud800',
  '\u2028',
  '__proto__',
  "'; --",
  '%',
  '...',
  '𝒳'.repeat(300),
  'x'.repeat(5000),
)
const oddPart = fc.constantFrom(
  '%00',
  '%',
  '%ED%A0%80',
  '...',
  '-1',
  '1e9',
  '9'.repeat(40),
  'x'.repeat(120),
  '%F0%9F%8E%BA',
)
const oddBody = fc.constantFrom(
  '',
  ' ',
  'null',
  'true',
  '[]',
  '"text"',
  '{',
  '\ufeff{}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
)

/** Excludes dots and reserved path words, which would change the route. */
const inPath = (text: string) => encodeURIComponent(text).replace(/^(\.+|name)$/, 'odd')

/** Generates input for the operation's path, query and body; `known` maps parameter names to existing objects. */
export function badInput({ path, operation }: Described, known: Record<string, string>): fc.Arbitrary<Input> {
  const part = (name: string) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(known[name] ?? '0') },
      { weight: 1, arbitrary: oddPart },
      {
        weight: 1,
        arbitrary: fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }).map(inPath),
      },
    )
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const address = fc
    .record(Object.fromEntries(names.map(name => [name, part(name)])))
    .map(parts => path.replace(/\{(\w+)\}/g, (_, name) => parts[name] ?? ''))
  return fc.record({ path: address, query: badQuery(operation), body: badBody(operation, known) })
}

function badQuery({ parameters = [] }: Operation): fc.Arbitrary<string> {
  const names = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name)
  if (names.length === 0) return fc.constant('')
  const value = fc.oneof(oddText, fc.integer().map(String), fc.string({ unit: 'binary' }))
  return fc
    .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 3 })
    .map(
      pairs =>
        `?${pairs.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join('&')}`,
    )
}

function badBody(
  { requestBody }: Operation,
  known: Record<string, string>,
): fc.Arbitrary<string | undefined> {
  if (!requestBody) return fc.option(oddBody, { nil: undefined })
  const { properties = {} } = (requestBody.content['application/json']?.schema ?? {}) as Shape
  const values = Object.entries(properties).map(([name, schema]) => [name, badValue(name, schema, known)])
  const object = fc.record(Object.fromEntries(values), { requiredKeys: [] })
  return fc.oneof(
    { weight: 6, arbitrary: object.map(value => JSON.stringify(value)) },
    { weight: 1, arbitrary: oddBody },
    { weight: 1, arbitrary: fc.json() },
  )
}

/** Generates valid values often, so that calls pass this check and reach the next. */
function badValue(name: string, schema: { enum?: unknown[] }, known: Record<string, string>) {
  const wanted = [...(schema.enum ?? []), known[name.replace(/_id$/, '')] ?? `a${name.replaceAll('_', '-')}`]
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...wanted) },
    { weight: 1, arbitrary: oddText },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
}
