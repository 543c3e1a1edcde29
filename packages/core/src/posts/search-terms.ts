/** A term that a post must contain: a word, a phrase, the start of a word, or a hashtag. */
export type SearchedTerm = { kind: 'word' | 'phrase' | 'prefix' | 'hashtag'; text: string }

/** A parsed search: terms, user names and channel names, in lowercase. Empty lists mean all. */
export type PostSearch = { terms: SearchedTerm[]; from: string[]; channels: string[] }

const flag = /^(from|in|channel):(.*)$/i
const hashtag = /^#\p{L}[\p{L}\p{N}_.-]*$/u

/**
 * Parses a search as the reference does: `from:name`, `in:name` or `channel:name`, also with a space after the colon;
 * `"words in order"`; `begin*`; `#tag`; otherwise words. Drops terms without a letter or digit.
 */
export function readPostSearch(typed: string): PostSearch {
  const search: PostSearch = { terms: [], from: [], channels: [] }
  const parts = typed.match(/"[^"]*"|\S+/g) ?? []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    const [, name, value] = flag.exec(part) ?? []
    if (name === undefined) search.terms.push(...readTerm(part))
    else {
      const named = (value || (parts[++at] ?? '')).replace(/^[@~#]/, '').toLowerCase()
      if (named !== '') search[name.toLowerCase() === 'from' ? 'from' : 'channels'].push(named)
    }
  }
  return search
}

function readTerm(part: string): SearchedTerm[] {
  const kind = /^".*"$/s.test(part) ? 'phrase' : 'word'
  const text = part.replace(/^[^\p{L}\p{N}#]+|[^\p{L}\p{N}*]+$/gu, '')
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  if (kind === 'phrase') return [{ kind, text }]
  if (hashtag.test(text)) return [{ kind: 'hashtag', text }]
  const word = text.replace(/^#+|\*+$/g, '')
  return [{ kind: text.endsWith('*') ? 'prefix' : 'word', text: word }]
}
