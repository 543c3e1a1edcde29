import { trimEnd } from '@posthorn/core'

/** A term that a post must contain: a word, a phrase, the start of a word, or a hashtag. */
export type SearchedTerm = { kind: 'word' | 'phrase' | 'prefix' | 'hashtag'; text: string }

/** Something that a post contains besides words. */
export const searchedParts = ['link', 'image', 'code'] as const
export type SearchedPart = (typeof searchedParts)[number]

/** A parsed search: terms, user names and channel names, in lowercase. Empty lists mean all. */
export type PostSearch = {
  terms: SearchedTerm[]
  from: string[]
  channels: string[]
  has: SearchedPart[]
  /** Milliseconds: posts from `fromMs` and before `toMs`. Absent for no bound. */
  fromMs?: number
  toMs?: number
}

const flag = /^(from|in|channel|has|before|after):(.*)$/i
const hashtag = /^#\p{L}[\p{L}\p{N}_.-]*$/u
const dayMs = 86_400_000

/**
 * Parses a search as the reference does: `from:name`, `in:name` or `channel:name`, also with a space after the colon;
 * `"words in order"`; `begin*`; `#tag`; otherwise words. Drops terms without a letter or digit. Beyond the reference:
 * `has:link`, `has:image` and `has:code`; `before:2026-01-31` and `after:2026-01-31`, whole days in UTC without that day. With
 * another value, these are words.
 */
export function readPostSearch(typed: string): PostSearch {
  const search: PostSearch = { terms: [], from: [], channels: [], has: [] }
  const parts = typed.match(/"[^"]*"|\S+/g) ?? []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    const [, name = '', value] = flag.exec(part) ?? []
    const next = value === '' ? (parts[at + 1] ?? '') : value
    if (next === undefined) search.terms.push(...readTerm(part))
    else if (readFlag(search, name.toLowerCase(), next.toLowerCase())) at += value === '' ? 1 : 0
    else search.terms.push(...readTerm(part))
  }
  return search
}

/** @returns whether the value suits the flag */
function readFlag(search: PostSearch, name: string, value: string): boolean {
  if (name === 'has') {
    const part = searchedParts.find(known => known === value)
    if (part) search.has.push(part)
    return part !== undefined
  }
  if (name === 'before' || name === 'after') return readDay(search, name, value)
  const named = value.replace(/^[@~#]/, '')
  if (named !== '') search[name === 'from' ? 'from' : 'channels'].push(named)
  return true
}

function readDay(search: PostSearch, name: 'before' | 'after', value: string): boolean {
  const startMs = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  // JavaScript reads February 30 as March 2
  if (Number.isNaN(startMs) || !new Date(startMs).toISOString().startsWith(value)) return false
  if (name === 'before') search.toMs = Math.min(search.toMs ?? startMs, startMs)
  else search.fromMs = Math.max(search.fromMs ?? 0, startMs + dayMs)
  return true
}

function readTerm(part: string): SearchedTerm[] {
  const kind = /^".*"$/s.test(part) ? 'phrase' : 'word'
  const [text = ''] = /^.*[\p{L}\p{N}*]/su.exec(part.replace(/^[^\p{L}\p{N}#]+/u, '')) ?? []
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  if (kind === 'phrase') return [{ kind, text }]
  if (hashtag.test(text)) return [{ kind: 'hashtag', text }]
  const word = trimEnd(text.replace(/^#+/, ''), '*')
  return [{ kind: text.endsWith('*') ? 'prefix' : 'word', text: word }]
}
