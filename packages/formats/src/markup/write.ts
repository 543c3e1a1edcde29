import { codeBlock, inlineText } from '@posthorn/core'
import { withoutEffects } from '../adapters/chats/foreign-markdown.js'
import { truncate } from '../adapters/markdown.js'
import type { Block, Run } from './draft.js'

/** The longest quoted text, in characters without marks. */
const maxQuote = 600
const maxColumns = 20

/**
 * Returns what another program's markup says as our markdown, shortened to so many characters without marks. It mentions nobody,
 * and shows links instead of images.
 */
export function writeMarkup(blocks: Block[], most: number): string {
  const room = { left: most }
  let markdown = ''
  let before: Block | undefined
  for (const block of blocks) {
    if (room.left === 0) markdown += '…' // what was cut ends with it
    if (room.left <= 0) break
    const written = writeBlock(block, room)
    markdown += before === undefined ? written : gapBetween(before, block) + written
    before = block
  }
  return markdown
}

/** Returns the same as a quote. */
export function quoteMarkup(blocks: Block[], most = maxQuote): string {
  const markdown = writeMarkup(blocks, most)
  return markdown === '' ? '' : `> ${markdown.replaceAll('\n', '\n> ')}`
}

/** Items of a list follow each other. Other blocks have a blank line between them, which continues a quote. */
function gapBetween(before: Block, { first, rest }: Block): string {
  const isItem = first !== rest
  if (isItem && /^(?:> )*(?:[-\d]| {4})/.test(before.first)) return '\n'
  const quotes = [before.rest, rest].map(prefix => /^(?:> )*/.exec(prefix)?.[0] ?? '')
  return `\n${quotes.toSorted((one, other) => one.length - other.length)[0]}\n`
}

type Room = { left: number }

function writeBlock(block: Block, room: Room): string {
  const { first, rest } = block
  return first + bodyOf(block, room).replaceAll('\n', `\n${rest}`)
}

function bodyOf(block: Block, room: Room): string {
  switch (block.kind) {
    case 'text':
      return writeLine(block.runs, room)
    case 'code':
      return codeBlock(cut(block.text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd(), room), block.language)
    case 'table':
      return writeTable(block.rows, room)
  }
}

function cut(text: string, room: Room): string {
  const shown = truncate(text, room.left)
  room.left -= text.length
  return shown
}

/** Line feeds with the spaces around them. Looks at each run of spaces once, because it only begins where the run does. */
const lineFeeds = /(?<![^\S\n\u00a0])[^\S\n\u00a0]*\n\s*/g

/** Spaces at the start of a line would make it code. A blank line would end its block. */
function writeLine(runs: Run[], room: Room): string {
  const shown = runs.flatMap(run => {
    if (room.left <= 0) return []
    return [{ ...run, text: cut(run.text.replace(lineFeeds, '\n'), room) }]
  })
  return withoutEffects(inlineText(shown)).trim()
}

/** The first row is the head of the table. */
function writeTable(rows: Run[][][], room: Room): string {
  const columns = Math.min(maxColumns, Math.max(...rows.map(row => row.length)))
  const lines: string[] = []
  for (const row of rows) {
    if (room.left <= 0) break
    const cells = Array.from({ length: columns }, (_, index) => writeCell(row[index] ?? [], room))
    lines.push(`| ${cells.join(' | ')} |`)
  }
  lines.splice(1, 0, `|${' --- |'.repeat(columns)}`)
  return lines.join('\n')
}

/** Stands for a bar in code until the cell is written. A noncharacter of Unicode. */
const codeBar = '\uFDD4'

function writeCell(runs: Run[], room: Room): string {
  const inCode = (run: Run) => (run.style.code ? { ...run, text: run.text.replaceAll('|', codeBar) } : run)
  return writeLine(runs.map(inCode), room)
    .replace(/((?:\\\\)*)\\?\|/g, '$1&#124;')
    .replaceAll(codeBar, '\\|')
    .replaceAll('\n', ' ')
}
