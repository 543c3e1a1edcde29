/** A stretch of text with its markdown, which is not read again. */
export type Atom = { start: number; end: number; markdown: string }

/** Characters that Unicode gives to nobody: what stands for an atom, and for marks that are meant. */
export const standIn = '\uFDD0'
export const meantMarks = { '\uFDD1': '**', '\uFDD2': '_', '\uFDD3': '~~' } as const

const reserved = /[\uFDD0-\uFDD3]/g

/** Writes a text in which each atom is one character, and puts the atoms' markdown back. Law: linear in the text. */
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

/** The lines of an atom in a quote are quoted, too. */
function inLine(markdown: string, isQuoted: boolean): string {
  return isQuoted ? markdown.replaceAll('\n', '\n> ') : markdown
}
