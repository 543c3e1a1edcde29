import type { SearchedPart } from './search-terms.js'

const tags: Record<SearchedPart, string[]> = { link: ['<a '], image: ['<img '], code: ['<code', '<pre'] }

/** Returns the SQL of whether a post's HTML has a part. */
export const hasSql = (part: SearchedPart) =>
  `(${tags[part].map(tag => `strpos(html, '${tag}') > 0`).join(' OR ')})`
