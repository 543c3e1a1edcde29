import {
  addCode,
  addText,
  type Block,
  blocksOf,
  closeList,
  closeQuote,
  closeTable,
  type Draft,
  endBlock,
  heading,
  newDraft,
  openCell,
  openItem,
  openList,
  openQuote,
  openRow,
  openTable,
} from './draft.js'
import { addWikiText, type WikiNames } from './wiki-text.js'

/** Longer texts are read up to here. */
const maxRead = 10_000

type Reading = { draft: Draft; names: WikiNames; lists: string; isTable: boolean; boxes: string[] }

/** Code, and macros whose content is read like the rest. */
const macro =
  /\{(code|noformat)(?::([^{}\n]{0,300}))?\}([\s\S]*?)(?:\{\1\}|$)|\{(quote|panel|info|note|tip|warning|expand)(?::([^{}\n]{0,300}))?\}/gi

/**
 * Reads Jira's wiki markup, which its events have in descriptions and comments.
 * @param names returns the name of a user by the id in a mention
 */
export function readWiki(markup: string, names: WikiNames = () => undefined): Block[] {
  const text = markup.slice(0, maxRead).replace(/\r\n?/g, '\n')
  const reading: Reading = { draft: newDraft(), names, lists: '', isTable: false, boxes: [] }
  let from = 0
  for (const found of text.matchAll(macro)) {
    const [all, code, options = '', content = '', box = '', title = ''] = found
    readLines(reading, text.slice(from, found.index))
    from = found.index + all.length
    if (code !== undefined) readCode(reading, options, content)
    else readBox(reading, box.toLowerCase(), title)
  }
  readLines(reading, text.slice(from))
  if (markup.length > maxRead) addText(reading.draft, '…')
  return blocksOf(reading.draft)
}

function readCode(reading: Reading, options: string, content: string): void {
  closeTableOf(reading)
  const { draft } = reading
  addTitle(draft, options)
  const language = options.split('|').find(option => !option.includes('=')) ?? ''
  addCode(draft, content, language)
}

/** The mark that begins a box also ends it. */
function readBox(reading: Reading, box: string, options: string): void {
  endAll(reading)
  const { draft, boxes } = reading
  const isEnd = boxes.at(-1) === box
  if (isEnd) boxes.pop()
  else boxes.push(box)
  if (box !== 'expand') isEnd ? closeQuote(draft) : openQuote(draft)
  addTitle(draft, box === 'expand' && !options.includes('=') ? `title=${options}` : options)
}

function addTitle(draft: Draft, options: string): void {
  const title = options
    .split('|')
    .find(option => option.startsWith('title='))
    ?.slice('title='.length)
  if (!title) return
  endBlock(draft)
  addText(draft, title, 'bold')
  endBlock(draft)
}

function readLines(reading: Reading, text: string): void {
  for (const line of text.split('\n')) readLine(reading, line.trim())
}

const listItem = /^([*#]{1,8}|-) +(.*)$/

function readLine(reading: Reading, line: string): void {
  const [, marks, item = ''] = listItem.exec(line) ?? []
  const [, heading] = /^h[1-6]\. *(.*)$/.exec(line) ?? []
  const [, quoted] = /^bq\. +(.*)$/.exec(line) ?? []
  if (line.startsWith('|')) readRow(reading, line)
  else if (marks !== undefined) readItem(reading, marks, item)
  else if (heading !== undefined) readHeading(reading, heading)
  else if (quoted !== undefined) readQuoted(reading, quoted)
  else if (line === '' || /^-{4,}$/.test(line)) endAll(reading)
  else readPlain(reading, line)
}

function readPlain(reading: Reading, line: string): void {
  closeTableOf(reading)
  addText(reading.draft, '\n')
  addWikiText(reading.draft, line, reading.names)
}

function readHeading(reading: Reading, text: string): void {
  endAll(reading)
  const { draft, names } = reading
  heading(draft, true)
  addWikiText(draft, text, names)
  heading(draft, false)
}

function readQuoted(reading: Reading, text: string): void {
  endAll(reading)
  const { draft, names } = reading
  openQuote(draft)
  addWikiText(draft, text, names)
  closeQuote(draft)
}

/** `**` is an item in a list in a list, and `*#` a numbered one. */
function readItem(reading: Reading, marks: string, text: string): void {
  closeTableOf(reading)
  const { draft, names } = reading
  const kinds = marks.replaceAll('-', '*')
  while (!kinds.startsWith(reading.lists)) closeInnermost(reading)
  for (const kind of kinds.slice(reading.lists.length)) {
    openList(draft, kind === '#' ? 1 : undefined)
    reading.lists += kind
  }
  openItem(draft)
  addWikiText(draft, text, names)
}

function closeInnermost(reading: Reading): void {
  closeList(reading.draft)
  reading.lists = reading.lists.slice(0, -1)
}

/** Bars in links, code and images do not separate cells. */
const cell = /(?:\[[^\]\n]{0,2000}\]|\{\{[^\n]{0,300}?\}\}|!\S[^!\n]{0,300}!|\\\||[^|])+/g

function readRow(reading: Reading, line: string): void {
  const { draft, names } = reading
  if (!reading.isTable) {
    endAll(reading)
    openTable(draft)
    reading.isTable = true
  }
  openRow(draft)
  for (const [text] of line
    .replaceAll('||', '|')
    .replace(/^\||\|$/g, '')
    .matchAll(cell)) {
    openCell(draft)
    addWikiText(draft, text.trim(), names)
  }
}

function closeTableOf(reading: Reading): void {
  if (reading.isTable) closeTable(reading.draft)
  reading.isTable = false
}

function endAll(reading: Reading): void {
  closeTableOf(reading)
  while (reading.lists !== '') closeInnermost(reading)
  endBlock(reading.draft)
}
