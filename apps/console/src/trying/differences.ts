import { type Difference, kinds } from './kinds.js'

/** Returns where Slack would treat a payload differently; empty unless it is a JSON object. */
export function differencesIn(payload: string): Difference[] {
  const read = objectIn(payload)
  const attachments = (Array.isArray(read.attachments) ? read.attachments : []).filter(isObject)
  const texts = [read, ...attachments].flatMap(shownTexts).join('\n\n')
  return kinds.filter(
    ({ text, payloadKey, attachmentKey }) =>
      text?.test(texts) ||
      (payloadKey && payloadKey in read) ||
      (attachmentKey && attachments.some(attachment => attachmentKey in attachment)),
  )
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(payload: string): Json {
  try {
    const read: unknown = JSON.parse(payload)
    return isObject(read) ? read : {}
  } catch {
    return {}
  }
}

/** Returns the parts that are read as markdown. */
function shownTexts({ text, pretext, fields }: Json): string[] {
  const values = (Array.isArray(fields) ? fields : []).filter(isObject).map(({ value }) => value)
  return [text, pretext, ...values].filter(text => typeof text === 'string')
}
