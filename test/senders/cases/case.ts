import { expect } from 'vitest'
import type { Call, Seen } from '../observe.js'

/** What docs/compatibility.md says first of a row. */
export type Verdict = 'Honoured' | 'Ignored, told' | 'No effect' | 'Refused'

/** A row of the document, as a call and what has to come of it. */
export type Case = {
  verdict: Verdict
  call: Call
  /** Names and icons may be chosen; they may not where this is absent. */
  overriding?: true
  check: Check
  /** What the row has to say besides: the status and the error's id of a refusal. */
  says: string[]
}

export type Cases = Record<string, Case>

/** Throws when something else was seen. */
type Check = (seen: Seen) => void

/** A payload, sent as JSON, or a whole call. */
type Sent = Record<string, unknown> | Call

/** It does what its sender wants, and nothing is recorded as ignored. */
export function honoured(sent: Sent, ...checks: Check[]): Case {
  return caseOf('Honoured', sent, seen => {
    expect(seen).toMatchObject({ status: 200, answer: 'ok', ignored: [] })
    for (const check of checks) check(seen)
  })
}

/** The rest is posted; that `name` had no effect is recorded with the delivery. */
export function ignored(sent: Sent, name: unknown, ...checks: Check[]): Case {
  return caseOf('Ignored, told', sent, seen => {
    expect(seen).toMatchObject({ status: 200, answer: 'ok', ignored: expect.arrayContaining([name]) })
    expect(seen.posts.length).toBeGreaterThan(0)
    for (const check of checks) check(seen)
  })
}

/** A text stays as it is written, and nobody is mentioned. */
export function noEffect(text: string, ...checks: Check[]): Case {
  return caseOf('No effect', { text }, seen => {
    expect(seen).toMatchObject({ status: 200, answer: 'ok', mentioned: [] })
    for (const check of [message(text), ...checks]) check(seen)
  })
}

/** Nothing is posted, and the answer says why: a status, the id of an error, and a word of its detail. */
export function refused(sent: Sent, status: number, id: string, detail = ''): Case {
  const check: Check = seen => {
    const error = { status, answer: id, detail: expect.stringContaining(detail) }
    expect(seen).toMatchObject({ ...error, posts: [] })
  }
  return { ...caseOf('Refused', sent, check), says: [`${status} `, `\`${id}\``] }
}

/** The same where names and icons may be chosen. */
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
