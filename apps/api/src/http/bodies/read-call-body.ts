import { type Call, Text } from '@posthorn/contract'
import { kindOf } from '@posthorn/core'
import { z } from 'zod'
import { type Refused, refused } from '../../refusals/refused.js'
import { issueWords } from './issue-words.js'
import { NotJson } from './read-json.js'

type Json = Record<string, unknown>

/** `unreadable`: why nothing was read, if the call answers that itself. */
type ReadBody = { body: unknown; unreadable?: string | undefined }

/**
 * Parses the body by the call's schema, or returns the refusal that names the mistake. Calls without a body get
 * none.
 */
export function readCallBody(call: Call, given: unknown): ReadBody | Refused<'bad_parameter'> {
  const { body: schema, bodyIsTextMap = false } = call
  if (!schema) return { body: undefined }
  const unreadable = whyUnreadable(given, bodyIsTextMap) ?? (call.answersUnreadable && whyEmpty(given))
  if (unreadable && !call.answersUnreadable) return refused('bad_parameter', unreadable)
  const value = unreadable ? {} : bodyIsTextMap ? textMap(given) : given
  const read = schema.safeParse(schema instanceof z.ZodObject ? withEmptyTexts(schema, value) : value)
  return read.success
    ? { body: read.data, unreadable }
    : refused('bad_parameter', read.error.issues.map(issue => wordsFor(issue, schema)).join(' '))
}

function wordsFor({ path, message }: z.core.$ZodIssue, schema: z.ZodType): string {
  const kind = schema instanceof z.ZodArray ? 'array' : 'object'
  if (path.length === 0) return `${badBody} Send a JSON ${kind}: ${issueWords(message)}.`
  return `Invalid ${path.join('.')} parameter: ${issueWords(message)}.`
}

const badBody = 'Invalid body parameter.'

const whyEmpty = (given: unknown) =>
  given === undefined ? `${badBody} The body is empty. Send a JSON object.` : undefined

/** Returns what is wrong with the whole body. One value of another kind makes a map of texts unreadable. */
function whyUnreadable(given: unknown, isTextMap: boolean): string | undefined {
  if (given instanceof NotJson) return `${badBody} ${given.why}`
  if (!isTextMap || given === undefined || given === null) return undefined
  if (!isObject(given)) return `${badBody} Send a JSON object, not ${kindOf(given)}.`
  const [name, value] = Object.entries(given).find(([, value]) => !isText(value)) ?? []
  if (name === undefined) return undefined
  const wanted =
    typeof value === 'string' ? 'text without NUL and unpaired surrogates' : `a text, not ${kindOf(value)}`
  return `Invalid ${name.slice(0, maxShownName).toWellFormed()} parameter: it must be ${wanted}.`
}

const maxShownName = 100
const isText = (value: unknown) => value === null || Text.safeParse(value).success

/** Reads a map of texts. `null` is empty. */
function textMap(given: unknown): Record<string, unknown> {
  return isObject(given)
    ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value ?? '']))
    : {}
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
