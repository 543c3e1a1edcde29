/** A range of a text with its markdown, which is not parsed again. */
export type Atom = { start: number; end: number; markdown: string }

/** Noncharacters of Unicode, which stand for an atom and for intended marks. */
export const standIn = '\uFDD0'
export const intendedMarks = { '\uFDD1': '**', '\uFDD2': '_', '\uFDD3': '~~' } as const

const reserved = /[\uFDD0-\uFDD3]/g

/** Calls `write` with a text in which each atom is one character, then puts the atoms' markdown back. Law: linear in the text. */
export function aroundAtoms(text: string, atoms: Atom[], write: (text: string) => string): string {
  let outline = ''
  let from = 0
  for (const { start, end } of atoms) {
    outline += text.slice(from, start).replace(reserved, '\uFFFD') + standIn
    from = end
  }
  const written = write(outline + text.slice(from).replace(reserved, '\uFFFD'))
  let next = 0
  return written
    .split('\n')
    .map(line => {
      const isQuoted = line.startsWith('> ')
      return line.replaceAll(standIn, () => inLine(atoms[next++]?.markdown ?? '', isQuoted))
    })
    .join('\n')
}

/** Quotes the further lines of an atom inside a quote. */
function inLine(markdown: string, isQuoted: boolean): string {
  return isQuoted ? markdown.replaceAll('\n', '\n> ') : markdown
}
