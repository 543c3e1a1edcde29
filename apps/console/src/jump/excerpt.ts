/** A part of a text, and whether it matches what was searched for. */
export type ExcerptPiece = { at: number; text: string; isMatch: boolean }

const maxCharacters = 160
const beforeCharacters = 40
/** What narrows a search instead of being a word to find. */
const filter = /^(?:from|in):/i

/** Returns the words of a search that posts contain. */
export function searchedWords(terms: string): string[] {
  return terms
    .split(/\s+/)
    .filter(word => !filter.test(word))
    .map(word => word.replace(/^["#]+|["*]+$/g, '').toLowerCase())
    .filter(word => word !== '')
}

/** A word that may be the beginning of a longer one. The beginning of very many words would take the server too long. */
const begun = /(?:^|\s)[\p{L}\p{N}]{4,}$/u

/** Returns a search that is still being typed, so that it also finds longer words than the last one. */
export function asTyped(terms: string): string {
  const isPhraseOpen = terms.split('"').length % 2 === 0
  return begun.test(terms) && !isPhraseOpen ? `${terms}*` : terms
}

/** Returns the part of a text around the first match, with all matches in it marked. */
export function excerptOf(text: string, words: string[]): ExcerptPiece[] {
  const pattern = words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const first = pattern === '' ? -1 : text.search(new RegExp(pattern, 'i'))
  const start = first > beforeCharacters ? text.lastIndexOf(' ', first - beforeCharacters) + 1 : 0
  const part = text.slice(start, start + maxCharacters)
  const shown = `${start > 0 ? '… ' : ''}${part}${start + maxCharacters < text.length ? ' …' : ''}`
  if (pattern === '') return [{ at: 0, text: shown, isMatch: false }]
  return shown
    .split(new RegExp(`(${pattern})`, 'i'))
    .map((text, index) => ({ at: index, text, isMatch: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
