import { cleanText, keptParams, type Payload, parseExactly, parsePayload, postLimit } from '@posthorn/core'
import { type Format, shortKey } from '../adapters/adapt.js'
import type { TemplateFault } from './fields.js'
import type { LackedField } from './lacked-fields.js'
import type { ParsedTemplate } from './parse.js'
import { type RenderedTemplate, renderTemplate } from './render.js'

/** The name of the format of deliveries that a hook's template reads. */
export const templateFormatName = 'template'

/**
 * Returns the format of a delivery that a version of its hook's template reads. Versions never change, so a retry has the same
 * result. `query`: that of the URL, whose keys win over the template's.
 */
export function templateFormat(version: number, query = ''): Format {
  const params = new URLSearchParams({ version: String(version) })
  if (query !== '')
    for (const [name, value] of new URLSearchParams(query)) if (keptParams.has(name)) params.set(name, value)
  return { name: templateFormatName, headers: {}, query: params.toString() }
}

/** Returns which version of its hook's template reads a delivery; undefined if none does. */
export function templateVersionOf(format: Format | undefined): number | undefined {
  return format?.name === templateFormatName
    ? Number(new URLSearchParams(format.query).get('version'))
    : undefined
}

/**
 * Returns the format for a replay. It uses the hook's current template, so that a corrected one takes effect. `current`: 0 if the
 * hook has none, in which case the replay uses the old one.
 */
export function replayFormat(format: Format | undefined, current: number): Format | undefined {
  return format?.name === templateFormatName && current > 0 ? templateFormat(current, format.query) : format
}

/** What a delivery shows under its template. `lacked`: fields that the template needs and the JSON does not have, if any. */
export type TemplatedReading =
  | { outcome: 'read'; payload: Payload; lacked?: LackedField[] }
  | { outcome: 'skipped'; event: string; detail: string; ignored: string[]; lacked?: LackedField[] }
  | { outcome: 'template_failed'; detail: string; fault?: TemplateFault }

/** Renders a sender's own JSON. Pure. Never throws. `query`: that of the format. */
export function readTemplated(json: string, template: ParsedTemplate, query = ''): TemplatedReading {
  const made = renderTemplate(template, parseExactly(json))
  if (made.outcome === 'failed')
    return { outcome: 'template_failed', detail: faultText(made.fault), fault: made.fault }
  const lacked = made.lacked.length > 0 ? { lacked: made.lacked } : {}
  if (made.outcome === 'left_out')
    return { outcome: 'skipped', event: '', detail: leftOut, ignored: [], ...lacked }
  const params = new URLSearchParams(query)
  const payload = {
    ...contentOf(made),
    channel: made.channel || undefined,
    thread_key: params.get('thread_key') ?? (shortKey(made.threadKey) || undefined),
    update_key: params.get('update_key') ?? (shortKey(made.updateKey) || undefined),
    close: params.get('close') ?? made.close,
  }
  const reading = parsePayload(JSON.stringify(payload))
  if (reading.outcome === 'read') return { ...reading, ...lacked }
  const detail =
    made.text === '' ? 'The text is empty for this JSON. Add a text that is always there.' : reading.detail
  return { outcome: 'template_failed', detail }
}

/** The names and codes of colours that attachments have. */
const knownColor = /^(?:good|warning|danger|#(?:[\da-f]{3}|[\da-f]{6}))$/i

/** A post with a colour is an attachment, which cannot be split. A longer text has no colour. */
function contentOf({ text, color }: RenderedTemplate) {
  const isAttachment = text !== '' && text.length <= postLimit && knownColor.test(color)
  return isAttachment ? { attachments: [{ color, text }] } : { text }
}

const leftOut = 'The template’s “only if” does not hold for this JSON.'

/** Returns a fault in words, with its place. */
export function faultText({ field, line, column, message }: TemplateFault): string {
  return cleanText(`${field}, line ${line}, column ${column}: ${message}`)
}
