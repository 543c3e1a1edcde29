import { Prisma } from '../generated/client.js'

/** What parts the words of names and addresses, beside spaces. */
const separators = '._-@'

/** The words of what somebody looks for. */
export function wordsOf(term: string): string[] {
  return term.split(/[\s._@-]+/).filter(word => word !== '')
}

/** Whether each of these words begins a word of `text`, an expression of SQL that no caller has written. */
export function beginsWithWords(text: string, words: string[]): Prisma.Sql {
  const spaced = Prisma.raw(
    `' ' || translate(lower(${text}), '${separators}', '${' '.repeat(separators.length)}')`,
  )
  return Prisma.sql`NOT EXISTS (
    SELECT FROM unnest(${words}::text[]) AS word WHERE strpos(${spaced}, ' ' || lower(word)) = 0)`
}
