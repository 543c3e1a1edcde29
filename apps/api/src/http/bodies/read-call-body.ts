import { type Call, Text } from '@posthorn/contract'
import { z } from 'zod'
import { type Refused, refused } from '../../refusals/refused.js'

type Json = Record<string, unknown>

/** The body as the call wants it, or the refusal that names what is wrong with it. A call without a body has none. */
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
  if (path.length === 0) return `Invalid body parameter: it has to be a JSON ${kind}. ${message}.`
  return `Invalid ${path.join('.')} parameter: ${message}.`
}

/** A map of texts: `null` is empty, and any other value makes the whole map empty, as the reference's decoder has it. */
function textMap(given: unknown): Record<string, string> {
  if (!isObject(given)) return {}
  const entries = Object.entries(given).map(([name, value]) => [name, value ?? ''])
  return entries.every(([, value]) => Text.safeParse(value).success) ? Object.fromEntries(entries) : {}
}

/** As the reference's decoder has it: `null` is as good as absent, and a text that is absent is empty. */
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
