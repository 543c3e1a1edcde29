import { readFileSync } from 'node:fs'
import type { Settings } from '@posthorn/db'
import type { Body } from './body.js'

/** A request that was sent to the reference server, and what each of its versions answered and stored. */
export type Case = {
  id: string
  settings: Partial<Settings>
  hook: string
  request: { method: string; path: string; headers: Record<string, string>; body: Body }
  observed: { [version in Version]?: Observed }
}

type Version = 'v3.10.3' | 'v4.10.10' | 'v5.37.0'

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

/** Observed requests and answers of the reference server, three versions; the file is as it came to the project. */
export function readCases(): Case[] {
  const lines = readFileSync(new URL('cases/webhook.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const cases = lines.map(line => withOwnSettings(JSON.parse(line)))
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
