import { idLength } from '@posthorn/core'

/** The time of an id, and what was drawn for that millisecond: the rest is counted up (ARCHITECTURE.md, Decisions). */
const headLength = 18
const tailLength = idLength - headLength

/** Writes the ids of one maker in a row: a head that repeats is left out. */
export function toShort(): (id: string) => string {
  let head = ' '
  return id => {
    if (id.length !== idLength) return id
    if (id.startsWith(head)) return id.slice(headLength)
    head = id.slice(0, headLength)
    return id
  }
}

/** Reads what `toShort` wrote, in the same order. */
export function fromShort(): (written: string) => string {
  let head = ''
  return written => {
    if (written.length === tailLength) return head + written
    if (written.length === idLength) head = written.slice(0, headLength)
    return written
  }
}
