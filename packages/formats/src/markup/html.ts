import { Parser } from 'htmlparser2'
import {
  addCode,
  addImage,
  addText,
  type Block,
  blocksOf,
  closeLink,
  closeList,
  closeQuote,
  closeTable,
  type Draft,
  endBlock,
  type Look,
  look,
  newDraft,
  openCell,
  openItem,
  openLink,
  openList,
  openQuote,
  openRow,
  openTable,
} from './draft.js'

/** Longer texts are read up to here. */
const maxRead = 20_000

/** What is read so far. `code`: the text of the open `pre`. `hidden`: how many open elements have no text for people. */
type Reading = { draft: Draft; code: string | undefined; hidden: number }

/** Reads HTML, as Azure DevOps and others write it. Unknown elements show only their text. */
export function readHtml(html: string): Block[] {
  const reading: Reading = { draft: newDraft(), code: undefined, hidden: 0 }
  const parser = new Parser({
    onopentag: (name, attributes) => open(reading, name, attributes),
    onclosetag: name => closeElement(reading, name),
    ontext: text => textIn(reading, text),
  })
  parser.end(html.slice(0, maxRead))
  if (html.length > maxRead) addText(reading.draft, '…')
  return blocksOf(reading.draft)
}

function textIn(reading: Reading, text: string): void {
  if (reading.hidden > 0) return
  if (reading.code !== undefined) reading.code += text
  else addText(reading.draft, text.replace(/[^\S\u00a0]+/g, ' '))
}

const hidden = new Set(['script', 'style', 'head', 'title', 'template', 'noscript'])

const looks = new Map<string, Look>([
  ...['b', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'dt'].map(
    name => [name, 'bold'] as const,
  ),
  ...['i', 'em', 'cite', 'var', 'dfn'].map(name => [name, 'italic'] as const),
  ...['s', 'del', 'strike'].map(name => [name, 'strike'] as const),
  ...['code', 'tt', 'kbd', 'samp'].map(name => [name, 'code'] as const),
])

/** Elements that begin and end a block. */
const blocks = new Set(
  `p div section article header footer main nav aside address figure figcaption details summary dl dt dd form fieldset center
  h1 h2 h3 h4 h5 h6 hr`.split(/\s+/),
)

type Attributes = Record<string, string>

const openers: Readonly<Record<string, (draft: Draft, attributes: Attributes) => void>> = {
  a: (draft, { href = '' }) => openLink(draft, href),
  blockquote: openQuote,
  br: draft => addText(draft, '\n'),
  img: (draft, { alt = '', src = '' }) => addImage(draft, alt, src),
  input: (draft, { type, checked }) =>
    addText(draft, type === 'checkbox' ? (checked === undefined ? '☐ ' : '☑ ') : ''),
  li: openItem,
  ol: (draft, { start }) => openList(draft, firstOf(start)),
  table: openTable,
  td: openCell,
  th: openCell,
  tr: openRow,
  ul: draft => openList(draft),
}

const closers: Readonly<Record<string, (draft: Draft) => void>> = {
  a: closeLink,
  blockquote: closeQuote,
  li: endBlock,
  ol: closeList,
  table: closeTable,
  ul: closeList,
}

function open(reading: Reading, name: string, attributes: Attributes): void {
  if (hidden.has(name)) reading.hidden++
  if (name === 'pre') reading.code = ''
  if (reading.code !== undefined || reading.hidden > 0) {
    if (name === 'br') textIn(reading, '\n')
    return
  }
  const { draft } = reading
  if (blocks.has(name)) endBlock(draft)
  if (Object.hasOwn(openers, name)) openers[name]?.(draft, attributes)
  const given = looks.get(name)
  if (given) look(draft, given, true)
}

function closeElement(reading: Reading, name: string): void {
  const { draft } = reading
  if (hidden.has(name)) reading.hidden = Math.max(0, reading.hidden - 1)
  if (name === 'pre') {
    addCode(draft, reading.code ?? '')
    reading.code = undefined
  }
  if (reading.code !== undefined || reading.hidden > 0) return
  const given = looks.get(name)
  if (given) look(draft, given, false)
  if (Object.hasOwn(closers, name)) closers[name]?.(draft)
  if (blocks.has(name)) endBlock(draft)
}

function firstOf(start = '1'): number {
  return /^\d{1,6}$/.test(start) ? Number(start) : 1
}
