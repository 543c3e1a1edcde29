/** How a piece of a line looks. */
export type Look = 'bold' | 'italic' | 'strike' | 'code'

/** A piece of a line. A link has an address. Core writes it as markdown (`inlineText`). */
export type Run = { type: 'text' | 'link'; text: string; url: string; style: Partial<Record<Look, true>> }

/** `first` and `rest` stand before the first and the further lines: the marks of quotes and lists. */
export type Block = { first: string; rest: string } & (
  | { kind: 'text'; runs: Run[] }
  | { kind: 'code'; text: string; language: string }
  | { kind: 'table'; rows: Run[][][] }
)

/** `mark` stands before the item's first line, and is empty once it was used. */
type Container = { kind: 'quote' } | { kind: 'list'; next: number | undefined; mark: string }

/** A document as it is read, in any dialect. Readers open and close what they find, and add texts. */
export type Draft = {
  blocks: Block[]
  runs: Run[] | undefined
  containers: Container[]
  looks: Record<Look, number>
  urls: string[]
  /** The rows of the open table. Tables inside it are part of its cell. */
  rows: Run[][][]
  tables: number
}

export function newDraft(): Draft {
  const looks = { bold: 0, italic: 0, strike: 0, code: 0 }
  return { blocks: [], runs: undefined, containers: [], looks, urls: [], rows: [], tables: 0 }
}

const looksAll: Look[] = ['bold', 'italic', 'strike', 'code']

/** Adds text to the open block or cell, with the current looks and address. Neither begins with spaces. */
export function addText(draft: Draft, added: string, look?: Look): void {
  const text = isAtStart(draft) ? added.trimStart() : added
  if (text === '') return
  const runs = runsOf(draft)
  const url = draft.urls.at(-1) ?? ''
  const style = Object.fromEntries(
    looksAll.filter(name => draft.looks[name] > 0 || name === look).map(name => [name, true]),
  )
  const last = runs.at(-1)
  const isSame = last?.url === url && looksAll.every(name => last.style[name] === style[name])
  if (last && isSame) last.text += text
  else runs.push({ type: url === '' ? 'text' : 'link', text, url, style })
}

function isAtStart({ tables, rows, runs }: Draft): boolean {
  const open = tables > 0 ? rows.at(-1)?.at(-1) : runs
  return open === undefined || open.length === 0
}

function runsOf(draft: Draft): Run[] {
  if (draft.tables > 0) {
    if (draft.rows.length === 0) draft.rows.push([])
    const row = draft.rows.at(-1) as Run[][]
    if (row.length === 0) row.push([])
    return row.at(-1) as Run[]
  }
  if (draft.runs) return draft.runs
  const runs: Run[] = []
  draft.runs = runs
  draft.blocks.push({ kind: 'text', runs, ...placeOf(draft) })
  return runs
}

/** Deeper quotes and lists look like those at this depth. */
const maxDepth = 6
const indent = '    '

function placeOf({ containers }: Draft): Pick<Block, 'first' | 'rest'> {
  let [first, rest] = ['', '']
  for (const container of containers.slice(0, maxDepth)) {
    if (container.kind === 'quote') {
      first += '> '
      rest += '> '
    } else {
      first += container.mark || indent
      rest += indent
      container.mark = ''
    }
  }
  return { first, rest }
}

/** Ends the open block. In a cell, the text goes on in another line. */
export function endBlock(draft: Draft): void {
  if (draft.tables > 0) {
    const cell = draft.rows.at(-1)?.at(-1)
    if (cell && cell.length > 0) addText(draft, '\n')
  }
  draft.runs = undefined
}

export function addCode(draft: Draft, text: string, language = ''): void {
  endBlock(draft)
  const named = /^[\w+#.-]{1,30}$/.test(language) ? language : ''
  if (draft.tables > 0) addText(draft, text.trim(), 'code')
  else if (text.trim() !== '') draft.blocks.push({ kind: 'code', text, language: named, ...placeOf(draft) })
}

/** Switches a look on or off. */
export function look(draft: Draft, name: Look, isOn: boolean): void {
  draft.looks[name] = Math.max(0, draft.looks[name] + (isOn ? 1 : -1))
}

/** Opens or closes a heading, which is a bold line. */
export function heading(draft: Draft, isOpen: boolean): void {
  endBlock(draft)
  look(draft, 'bold', isOpen)
}

/** Opens a link. An address of another scheme shows only its label. */
export function openLink(draft: Draft, address: string): void {
  draft.urls.push(webLink(address))
}

export function closeLink(draft: Draft): void {
  draft.urls.pop()
}

const maxAddress = 2000

function webLink(address: string): string {
  return address.length <= maxAddress && /^(?:https?:\/\/|mailto:)[^\s<>"]+$/i.test(address) ? address : ''
}

/** Adds a link to an image, because pictures of outsiders are not loaded. Without an address, only its name. */
export function addImage(draft: Draft, name: string, address: string): void {
  const url = webLink(address)
  if (url !== '') draft.urls.push(url)
  addText(draft, name || (url === '' ? '' : 'image'))
  if (url !== '') draft.urls.pop()
}

export function openQuote(draft: Draft): void {
  endBlock(draft)
  draft.containers.push({ kind: 'quote' })
}

export function closeQuote(draft: Draft): void {
  close(draft, 'quote')
}

/** Opens a list. An ordered one has the number of its first item. */
export function openList(draft: Draft, first?: number): void {
  endBlock(draft)
  draft.containers.push({ kind: 'list', next: first, mark: '' })
}

export function closeList(draft: Draft): void {
  close(draft, 'list')
}

function close(draft: Draft, kind: Container['kind']): void {
  endBlock(draft)
  const at = draft.containers.findLastIndex(container => container.kind === kind)
  if (at !== -1) draft.containers.splice(at)
}

export function openItem(draft: Draft): void {
  endBlock(draft)
  const list = draft.containers.findLast(container => container.kind === 'list')
  if (draft.tables > 0) addText(draft, '• ')
  else if (list?.kind === 'list') list.mark = list.next === undefined ? '- ' : `${list.next++}. `
  else openList(draft)
}

export function openTable(draft: Draft): void {
  if (draft.tables === 0) endBlock(draft)
  draft.tables++
}

/** Begins a row, or a cell of the row. Those of a table in a cell begin a line or a word of the cell. */
export function openRow(draft: Draft): void {
  if (draft.tables === 1) draft.rows.push([])
  else endBlock(draft)
}

export function openCell(draft: Draft): void {
  if (draft.tables === 1) {
    if (draft.rows.length === 0) draft.rows.push([])
    draft.rows.at(-1)?.push([])
  } else addText(draft, ' ')
}

export function closeTable(draft: Draft): void {
  if (draft.tables === 0) return
  if (--draft.tables > 0) return
  const rows = draft.rows.filter(row => row.some(cell => cell.length > 0))
  draft.rows = []
  draft.runs = undefined
  if (rows.length > 0) draft.blocks.push({ kind: 'table', rows, ...placeOf(draft) })
}

/** Returns the blocks that were read. */
export function blocksOf(draft: Draft): Block[] {
  while (draft.tables > 0) closeTable(draft)
  return draft.blocks.filter(block => block.kind !== 'text' || block.runs.some(run => run.text.trim() !== ''))
}
