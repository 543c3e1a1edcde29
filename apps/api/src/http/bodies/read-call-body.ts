import { type Call, Text } from '@posthorn/contract'
import { z } from 'zod'
import { type Refused, refused } from '../../refusals/refused.js'

type Json = Record<string, unknown>

/**
 * Parses the body by the call's schema, or returns the refusal that names the mistake. Calls without a body get
 * none.
 */
export function readCallBody(call: Call, given: unknown): { body: unknown } | Refused<'bad_parameter'> {
  const { body: schema } = call
  if (!schema) return { body: undefined }
  const map = call.bodyIsTextMap ? textMap(given) : given
  const read = schema.safeParse(schema instanceof z.ZodObject ? withEmptyTexts(schema, map) : map)
  return read.success
    ? { body: read.data }
    : refused('bad_parameter', read.error.issues.map(issue => wordsFor(issue, schema)).join(' '))
}

function wordsFor({ path, message }: z.core.$ZodIssue, schema: z.ZodType): string {
  const kind = schema instanceof z.ZodArray ? 'array' : 'object'
  if (path.length === 0) return `Invalid body parameter. Send a JSON ${kind}: ${message}.`
  return `Invalid ${path.join('.')} parameter: ${message}.`
}

/**
 * Reads a map of texts: `null` is empty, and any other value empties the whole map, as in the reference's decoder.
 */
function textMap(given: unknown): Record<string, string> {
  if (!isObject(given)) return {}
  const entries = Object.entries(given).map(([name, value]) => [name, value ?? ''])
  return entries.every(([, value]) => Text.safeParse(value).success) ? Object.fromEntries(entries) : {}
}

/** Treats `null` as absent and an absent text as empty, as in the reference's decoder. */
function withEmptyTexts({ shape }: z.ZodObject, given: unknown): unknown {
  if (!isObject(given)) return given
  const whole = { ...given }
  for (const [name, field] of Object.entries(shape) as [string, z.ZodType][]) {
    if (whole[name] !== null && whole[name] !== undefined) continue
    if (field.safeParse(undefined).success) delete whole[name]
    else if (field.safeParse('').success) whole[name] = ''
  }
  return whole
}

function isObject(given: unknown): given is Json {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}
