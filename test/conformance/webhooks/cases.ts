import { type Recorded, readRecorded } from '../reference.js'
import type { Body } from './body.js'

/** A webhook that was sent to the reference server, by the name of its hook. */
export type Case = Recorded<Body, Observed> & { hook: string }

/** Where more than twelve posts came, `posts` are the first three and the last two, and `posts_count` is the number. */
export type Observed = {
  status: number
  error_id?: string
  body?: string
  posts?: ObservedPost[]
  posts_count?: number
}

/** What is empty is left out; long texts and lists are told by their length and their ends. */
export type ObservedPost = {
  channel: string
  message?: unknown
  type?: string
  props: Record<string, unknown>
}

/** Observed webhooks; the file is as it came to the project. */
export function readCases(): Case[] {
  const cases = readRecorded<Case>(new URL('cases.jsonl', import.meta.url)).map(withOwnSettings)
  return cases.map(one => ({ ...one, observed: under4000(one, cases) }))
}

/** How wide the reference's own column was is no setting of ours. */
function withOwnSettings(one: Case & { settings: { 'posts.message column'?: string } }): Case {
  const { 'posts.message column': _, ...settings } = one.settings
  return { ...one, settings }
}

/** A post ends at 4000 characters (docs/behaviour.md, splitting): for a `len.` case counts what its `col4000.` twin was observed to do. */
function under4000({ id, observed }: Case, cases: Case[]): Case['observed'] {
  return cases.find(twin => twin.id === `col4000.${id}`)?.observed ?? observed
}
