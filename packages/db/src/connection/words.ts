import { Prisma } from '../generated/client.js'

/** What parts the words of names and addresses, beside spaces. */
const separators = '._-@'

/** Postgres's quickest: ASCII letters, which are all that most texts are looked for with. */
const asciiOnly = 'COLLATE "C"'

/** In a locale like `C`, in which `npm start` runs Postgres, its usual collation knows the case of ASCII letters only. */
const anyScript = 'COLLATE "und-x-icu"'

/**
 * An expression of SQL, that no caller has written, in lower case, whatever its script. Where it is known what is looked for
 * in it, as far as that asks for.
 */
export function lowerCase(expression: string, wanted?: string[]): Prisma.Sql {
  return Prisma.raw(`lower((${expression}) ${collationFor(wanted)})`)
}

/** A caller's text in lower case, by the same rules. */
export function lowerCaseOf(text: string, wanted?: string[]): Prisma.Sql {
  return Prisma.sql`lower(${text}::text ${Prisma.raw(collationFor(wanted))})`
}

function collationFor(wanted: string[] | undefined): string {
  return wanted?.every(text => /^[\0-\x7f]*$/.test(text)) ? asciiOnly : anyScript
}

/** The words of what somebody looks for. */
export function wordsOf(term: string): string[] {
  return term.split(/[\s._@-]+/).filter(word => word !== '')
}

/** Whether each of these words begins a word of `text`, an expression of SQL that no caller has written. */
export function beginsWithWords(text: string, words: string[]): Prisma.Sql {
  const spaces = ' '.repeat(separators.length)
  const spaced = Prisma.sql`' ' || translate(${lowerCase(text)}, ${separators}, ${spaces})`
  const begun = words.map(word => Prisma.sql`strpos(${spaced}, ' ' || ${lowerCaseOf(word)}) > 0`)
  return begun.length === 0 ? Prisma.sql`true` : Prisma.sql`(${Prisma.join(begun, ' AND ')})`
}
