import { bufferOf, endOfString, isForm, isMultipart, maxFormFields, readMultipart } from '@posthorn/core'

/** Longer than any token, so that a wrong one is told from none. */
const maxTokenLength = 100

/**
 * Returns the field `token` of a call's body; empty without one. Scans the bytes once and parses nothing, because the caller is not
 * known yet. Reads names and charsets as clients write them: in ASCII, without escapes.
 */
export function findSlackToken(body: Uint8Array, contentType: string | undefined): string {
  if (!bufferOf(body).includes('token')) return ''
  if (isMultipart(contentType)) return inParts(body, contentType ?? '').slice(0, maxTokenLength)
  const text = bufferOf(body).toString('latin1')
  return isForm(contentType) ? inForm(text) : inJson(text)
}

function inParts(body: Uint8Array, contentType: string): string {
  const fields = readMultipart(body, contentType)?.fields ?? []
  return fields.find(([name]) => name === 'token')?.[1] ?? ''
}

const field = 'token='

function inForm(text: string): string {
  let at = text.indexOf(field)
  for (let looked = 0; at >= 0 && looked < maxFormFields; looked++) {
    if (at === 0 || text[at - 1] === '&') return valueAt(text, at + field.length, '&')
    at = text.indexOf(field, at + 1)
  }
  return ''
}

const quote = 0x22
const comma = 0x2c
/** Of `{` and `[`, and of `}` and `]`, with the bit in which each two differ. */
const opening = 0x7b
const closing = 0x7d
/** What is between a name and a text. */
const beforeText = /\s*:\s*"/y

/** Finds the first `"token": "…"` of the outermost object. */
function inJson(text: string): string {
  let [depth, looked] = [0, 0]
  let isName = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === comma) isName = true
    else if ((code | 0x20) === opening) {
      depth++
      isName = true
    } else if ((code | 0x20) === closing) depth--
    else if (code === quote) {
      const end = endOfString(text, at)
      if (depth === 1 && isName && text.startsWith('"token"', at)) {
        if (++looked > maxFormFields) return ''
        beforeText.lastIndex = end + 1
        if (beforeText.test(text)) return valueAt(text, beforeText.lastIndex, '"')
      }
      at = end
      isName = false
    }
  }
  return ''
}

function valueAt(text: string, start: number, end: '&' | '"'): string {
  return text.slice(start, start + maxTokenLength).split(end, 1)[0] ?? ''
}
