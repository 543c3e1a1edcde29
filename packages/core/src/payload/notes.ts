import { cleanText } from './clean.js'
import type { PayloadRefusal } from './refusal.js'

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
