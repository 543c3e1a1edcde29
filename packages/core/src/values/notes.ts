import { cleanText } from './clean.js'

/** Why a payload is not taken. Statuses and error ids live with the routes. */
export type PayloadRefusal =
  | 'unreadable' // not JSON, not an object, or a wrong type somewhere
  | 'no_text' // neither text nor an attachment with something in it
  | 'too_many_attachments'
  | 'too_many_fields' // in one attachment
  | 'bad_type' // `system_…`, or no type that a hook may set
  | 'props_too_long' // props, or one attachment, that no shortening of texts makes fit (docs/behaviour.md, payload)
  | 'too_many_posts'

/** What comes up while a payload is read: the first thing that forbids taking it, and the names of what has no effect. */
export type Notes = {
  refusal: { outcome: PayloadRefusal; detail: string } | undefined
  ignored: string[]
}

const maxIgnored = 50
const maxNameLength = 80

/** Refuse the payload; the first reason stays. */
export function refuse(notes: Notes, outcome: PayloadRefusal, detail: string): void {
  notes.refusal ??= { outcome, detail: cleanText(detail) }
}

/** Remember that `name` has no effect. A sender of a thousand unknown keys is told of the first fifty. */
export function ignore(notes: Notes, name: string): void {
  const { ignored } = notes
  if (ignored.length < maxIgnored) ignored.push(cleanText(name.slice(0, maxNameLength)))
  else if (ignored.length === maxIgnored) ignored.push('…')
}
