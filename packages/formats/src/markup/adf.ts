import type { Native } from '../adapters/native.js'
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
  heading,
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

/** Deeper nodes are not read. */
const maxDepth = 20
/** Later blocks are not read. A quote has fewer characters. */
const maxBlocks = 1000

/** Reads the Atlassian Document Format, which Jira Cloud writes in newer events. Unknown nodes show only their text. */
export function readAdf(document: Native): Block[] {
  const draft = newDraft()
  readNode(draft, document, 0)
  return blocksOf(draft)
}

type Wrap = [open: (draft: Draft, attrs: Native) => void, close: (draft: Draft) => void]

const block: Wrap = [endBlock, endBlock]
const quote: Wrap = [openQuote, closeQuote]
const bulletList: Wrap = [draft => openList(draft), closeList]
const nothing = () => {}

/** What stands around the content of a node. */
const containers: Readonly<Record<string, Wrap>> = {
  blockquote: quote,
  bulletList,
  decisionItem: [openItem, endBlock],
  decisionList: bulletList,
  expand: [titled, endBlock],
  heading: [draft => heading(draft, true), draft => heading(draft, false)],
  layoutColumn: block,
  listItem: [openItem, endBlock],
  mediaSingle: block,
  nestedExpand: [titled, endBlock],
  orderedList: [(draft, attrs) => openList(draft, attrs.at('order').number ?? 1), closeList],
  panel: quote,
  paragraph: block,
  table: [openTable, closeTable],
  tableCell: [openCell, nothing],
  tableHeader: [openCell, nothing],
  tableRow: [openRow, nothing],
  taskItem: [task, endBlock],
  taskList: bulletList,
}

/** Nodes without content. */
const leaves: Readonly<Record<string, (draft: Draft, attrs: Native) => void>> = {
  blockCard: card,
  date: (draft, attrs) => addText(draft, dateOf(attrs.at('timestamp').text)),
  embedCard: card,
  emoji: (draft, attrs) => addText(draft, attrs.at('text').text || attrs.at('shortName').text),
  hardBreak: draft => addText(draft, '\n'),
  inlineCard: card,
  media: (draft, attrs) => addImage(draft, attrs.at('alt').text, attrs.at('url').text),
  mediaInline: (draft, attrs) => addImage(draft, attrs.at('alt').text, ''),
  mention: (draft, attrs) => addText(draft, attrs.at('text').text || '@somebody'),
  rule: endBlock,
  status: (draft, attrs) => addText(draft, attrs.at('text').text, 'bold'),
}

function readNode(draft: Draft, node: Native, depth: number): void {
  const type = node.at('type').text
  if (depth > maxDepth || draft.blocks.length >= maxBlocks) return
  if (type === 'text') readText(draft, node)
  else if (type === 'codeBlock') readCode(draft, node)
  else if (Object.hasOwn(leaves, type)) leaves[type]?.(draft, node.at('attrs'))
  else readContainer(draft, node, depth)
}

function readContainer(draft: Draft, node: Native, depth: number): void {
  const type = node.at('type').text
  const [open, close] = (Object.hasOwn(containers, type) && containers[type]) || [nothing, nothing]
  open(draft, node.at('attrs'))
  for (const child of node.at('content').items) readNode(draft, child, depth + 1)
  close(draft)
}

function readCode(draft: Draft, node: Native): void {
  const text = node.at('content').items.map(child => child.at('text').written)
  addCode(draft, text.join(''), node.at('attrs', 'language').text)
}

const looks: Readonly<Record<string, Look>> = { code: 'code', em: 'italic', strike: 'strike', strong: 'bold' }

function readText(draft: Draft, node: Native): void {
  const marks = node.at('marks').items
  const address = marks.find(mark => mark.at('type').text === 'link')?.at('attrs', 'href').text
  const given = marks.flatMap(mark => {
    const { text } = mark.at('type')
    return Object.hasOwn(looks, text) ? (looks[text] ?? []) : []
  })
  if (address) openLink(draft, address)
  for (const each of given) look(draft, each, true)
  addText(draft, node.at('text').written)
  for (const each of given) look(draft, each, false)
  if (address) closeLink(draft)
}

function card(draft: Draft, attrs: Native): void {
  addText(draft, attrs.at('url').text)
}

function titled(draft: Draft, attrs: Native): void {
  endBlock(draft)
  addText(draft, attrs.at('title').text, 'bold')
  endBlock(draft)
}

function task(draft: Draft, attrs: Native): void {
  openItem(draft)
  addText(draft, attrs.at('state').text === 'DONE' ? '☑ ' : '☐ ')
}

/** Milliseconds, as text. */
function dateOf(timestamp: string): string {
  const ms = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  const date = new Date(ms)
  return Number.isFinite(date.getTime()) ? date.toISOString().slice(0, 10) : ''
}
