import { idLength } from '@posthorn/core'

/**
 * An id's time and the random part of that millisecond. The rest is a counter (docs/decisions.md, Assign ids
 * before the response).
 */
const headLength = 18
const tailLength = idLength - headLength

/** Shortens the ids of one maker in a row by leaving out a repeated head. */
export function toShort(): (id: string) => string {
  let head = ' '
  return id => {
    if (id.length !== idLength) return id
    if (id.startsWith(head)) return id.slice(headLength)
    head = id.slice(0, headLength)
    return id
  }
}

/** Restores ids that `toShort` shortened, in the same order. */
export function fromShort(): (written: string) => string {
  let head = ''
  return written => {
    if (written.length === tailLength) return head + written
    if (written.length === idLength) head = written.slice(0, headLength)
    return written
  }
}
