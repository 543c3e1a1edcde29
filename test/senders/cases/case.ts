import { expect } from 'vitest'
import type { Call, Seen } from '../observe.js'

/** The verdict that begins the last cell of a row in docs/compatibility.md. */
export type Verdict = 'Supported' | 'Ignored, reported' | 'No effect' | 'Rejected'

/** A row of docs/compatibility.md: a call and its expected result. */
export type Case = {
  verdict: Verdict
  call: Call
  /** Senders may choose their name and icon. Without it they may not. */
  overriding?: true
  check: Check
  /** What else the row must contain: the status and the error id of a rejection. */
  says: string[]
}

export type Cases = Record<string, Case>

/** Throws if the result differs. */
type Check = (seen: Seen) => void

/** A payload, sent as JSON, or a whole call. */
type Sent = Record<string, unknown> | Call

/** A payload that does what its sender wants. Nothing is recorded as ignored. */
export function supported(sent: Sent, ...checks: Check[]): Case {
  return caseOf('Supported', sent, seen => {
    expect(seen).toMatchObject({ status: 200, answer: 'ok', ignored: [] })
    for (const check of checks) check(seen)
  })
}

/** A payload of which the rest is posted. The delivery records that `name` had no effect. */
export function ignored(sent: Sent, name: unknown, ...checks: Check[]): Case {
  return caseOf('Ignored, reported', sent, seen => {
    expect(seen).toMatchObject({ status: 200, answer: 'ok', ignored: expect.arrayContaining([name]) })
    expect(seen.posts.length).toBeGreaterThan(0)
    for (const check of checks) check(seen)
  })
}

/** A text that appears as written and mentions nobody. */
export function noEffect(text: string, ...checks: Check[]): Case {
  return caseOf('No effect', { text }, seen => {
    expect(seen).toMatchObject({ status: 200, answer: 'ok', mentioned: [] })
    for (const check of [message(text), ...checks]) check(seen)
  })
}

/** A call that posts nothing and returns this status, error id, and detail. */
export function rejected(sent: Sent, status: number, id: string, detail = ''): Case {
  const check: Check = seen => {
    const error = { status, answer: id, detail: expect.stringContaining(detail) }
    expect(seen).toMatchObject({ ...error, posts: [] })
  }
  return { ...caseOf('Rejected', sent, check), says: [`${status} `, `\`${id}\``] }
}

/** The same case, if senders may choose their name and icon. */
export const overriding = (one: Case): Case => ({ ...one, overriding: true })

function caseOf(verdict: Verdict, sent: Sent, check: Check): Case {
  return { verdict, call: callOf(sent), check, says: [] }
}

function callOf(sent: Sent): Call {
  return isCall(sent) ? sent : { body: JSON.stringify(sent), contentType: 'application/json' }
}

const isCall = (sent: Sent): sent is Call => 'body' in sent

export const message = (text: string) => (seen: Seen) =>
  expect(seen.posts.map(post => post.message)).toEqual([text])

export const shows =
  (...html: string[]) =>
  (seen: Seen) => {
    for (const piece of html) expect(seen.posts[0]?.html).toContain(piece)
  }

export const mentions =
  (...names: string[]) =>
  (seen: Seen) =>
    expect(seen.mentioned).toEqual(names)

export const postedIn = (channel: string) => (seen: Seen) =>
  expect(seen.posts.map(post => post.channel)).toEqual([channel])

export const hasProps = (props: object) => (seen: Seen) => expect(seen.posts[0]?.props).toMatchObject(props)

export const hasAttachment = (attachment: object) => hasProps({ attachments: [attachment] })
