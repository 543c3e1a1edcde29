import { Prisma } from '../generated/client.js'

/** Characters that separate the words of names and addresses, besides spaces. */
const separators = '._-@'

/** Postgres's fastest collation. It lowers ASCII letters only, which is enough for most searches. */
const asciiOnly = 'COLLATE "C"'

/** Lowers letters of every script, even in the locale `C`, which `npm start` uses and whose default lowers only ASCII. */
const anyScript = 'COLLATE "und-x-icu"'

/**
 * Returns the SQL that lowers an expression in any script. `expression` must not contain a caller's text. If `wanted` is
 * given, the result only suits searches for these texts, which may be faster.
 */
export function lowerCase(expression: string, wanted?: string[]): Prisma.Sql {
  return Prisma.raw(`lower((${expression}) ${collationFor(wanted)})`)
}

/** Returns the SQL that lowers a caller's text by the same rules. */
export function lowerCaseOf(text: string, wanted?: string[]): Prisma.Sql {
  return Prisma.sql`lower(${text}::text ${Prisma.raw(collationFor(wanted))})`
}

function collationFor(wanted: string[] | undefined): string {
  return wanted?.every(text => /^[\0-\x7f]*$/.test(text)) ? asciiOnly : anyScript
}

/** Splits a search term into words. */
export function wordsOf(term: string): string[] {
  return term.split(/[\s._@-]+/).filter(word => word !== '')
}

/** Returns the SQL of whether each word is the start of a word of `text`, an SQL expression without a caller's text. */
export function beginsWithWords(text: string, words: string[]): Prisma.Sql {
  const spaces = ' '.repeat(separators.length)
  const spaced = Prisma.sql`' ' || translate(${lowerCase(text, words)}, ${separators}, ${spaces})`
  const begun = words.map(word => Prisma.sql`strpos(${spaced}, ' ' || ${lowerCaseOf(word, words)}) > 0`)
  return begun.length === 0 ? Prisma.sql`true` : Prisma.sql`(${Prisma.join(begun, ' AND ')})`
}
