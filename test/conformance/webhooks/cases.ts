import { type Recorded, readRecorded } from '../reference.js'
import type { Body } from './body.js'

/** A webhook that was sent to the reference server, by the name of its hook. */
export type Case = Recorded<Body, Observed> & { hook: string }

/** If there were more than twelve posts, `posts` are the first three and the last two, and `posts_count` is the number. */
export type Observed = {
  status: number
  error_id?: string
  body?: string
  posts?: ObservedPost[]
  posts_count?: number
}

/** Omits empty values. Long texts and lists are given by their length and their ends. */
export type ObservedPost = {
  channel: string
  message?: unknown
  type?: string
  props: Record<string, unknown>
}

/** The observed webhooks, as recorded. */
export function readCases(): Case[] {
  const cases = readRecorded<Case>(new URL('cases.jsonl', import.meta.url)).map(withOwnSettings)
  return cases.map(one => ({ ...one, observed: under4000(one, cases) }))
}

/** The reference's settings for the width of its own column, which Posthorn does not have. */
function withOwnSettings(one: Case & { settings: { 'posts.message column'?: string } }): Case {
  const { 'posts.message column': _, ...settings } = one.settings
  return { ...one, settings }
}

/** A post ends at 4,000 characters (docs/behaviour.md, splitting), so a `len.` case has the observations of its `col4000.` twin. */
function under4000({ id, observed }: Case, cases: Case[]): Case['observed'] {
  return cases.find(twin => twin.id === `col4000.${id}`)?.observed ?? observed
}
