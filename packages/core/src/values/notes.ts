import { cleanText } from './clean.js'

/** Why a payload is rejected. Statuses and error ids live with the routes. */
export type PayloadRefusal =
  | 'unreadable' // not JSON, not an object, or a value of a wrong type
  | 'no_text' // neither text nor a non-empty attachment
  | 'too_many_attachments'
  | 'too_many_fields' // in one attachment
  | 'bad_type' // `system_…`, or another type that hooks cannot set
  | 'props_too_long' // props or one attachment do not fit even with shortened texts (docs/behaviour.md, payload)
  | 'too_many_posts'

/** Findings while reading a payload: the first refusal, and the names without effect. */
export type Notes = {
  refusal: { outcome: PayloadRefusal; detail: string } | undefined
  ignored: string[]
}

const maxIgnored = 50
const maxNameLength = 160

/** Rejects the payload. The first reason wins. */
export function refuse(notes: Notes, outcome: PayloadRefusal, detail: string): void {
  notes.refusal ??= { outcome, detail: cleanText(detail) }
}

/** Records that `name` has no effect, for at most fifty names. */
export function ignore(notes: Notes, name: string): void {
  const { ignored } = notes
  if (ignored.length < maxIgnored) ignored.push(cleanText(name.slice(0, maxNameLength)))
  else if (ignored.length === maxIgnored) ignored.push('…')
}
