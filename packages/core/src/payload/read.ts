import { maxFormFields } from '../limits.js'
import { formMistake, hasTooManyFields, isForm, payloadField, textOf } from './form.js'
import { checkNesting } from './nesting-guard.js'
import { parsePayload } from './parse.js'
import type { PayloadReading } from './payload.js'

/**
 * Reads a sender's body: a form with `payload`, or JSON for any other content type (docs/behaviour.md, sending). Never throws.
 * Every request passes here, and a plain payload costs little more than `JSON.parse`.
 */
export function readPayload(
  body: Uint8Array,
  contentType: string | undefined,
  query?: URLSearchParams | string,
): PayloadReading {
  const form = isForm(contentType)
  const json = form ? payloadField(body, query, contentType) : textOf(body, contentType)
  if (json === undefined) return unreadable(body.length === 0 ? 'The body is empty.' : noPayloadField(body))
  if (json === '') return unreadable(form ? 'The form field payload is empty.' : 'The body is empty.')
  const reading = parsePayload(json)
  if (reading.outcome !== 'unreadable' || checkNesting(json) !== undefined || isJson(json)) return reading
  const mistake = form ? formMistake(body) : otherKindOfBody(json, contentType)
  return mistake === undefined ? reading : unreadable(mistake)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function otherKindOfBody(text: string, contentType = ''): string | undefined {
  if (text.startsWith('payload='))
    return 'The body looks like a form: send it with Content-Type: application/x-www-form-urlencoded.'
  return /^\s*multipart\//i.test(contentType)
    ? 'multipart/form-data (curl -F) is not supported. Send JSON, or a form with --data-urlencode payload=…'
    : undefined
}

function noPayloadField(body: Uint8Array): string {
  const text = textOf(body)
  if (text.trimStart().startsWith('{'))
    return 'The body looks like JSON: send it with Content-Type: application/json.'
  return hasTooManyFields(text)
    ? `The form has more than ${maxFormFields} fields.`
    : (formMistake(body) ?? 'The form has no field payload.')
}

function unreadable(detail: string): PayloadReading {
  return { outcome: 'unreadable', detail }
}
