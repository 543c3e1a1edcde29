import type { Attachment } from '@posthorn/core'
import { foreignMarkdown } from '../chats/foreign-markdown.js'
import { noteCut, webAddress } from '../chats/shown.js'
import { joined, shownLine } from '../markdown.js'
import type { Native } from '../native.js'
import { present } from './cards.js'
import { teamsTags } from './tags.js'

const maxText = 8000
const maxTitle = 256
const maxDepth = 8

type Found = {
  title: string
  /** Describes the first picture. */
  alt: string
  lines: string[]
  images: string[]
  actions: Record<string, unknown>[]
  color: string
  ignored: string[]
}

/** Converts an adaptive card: its heading, its texts in their order, its first picture, and its links. */
export function readAdaptiveCard(card: Native, at: string, ignored: string[]): Partial<Attachment> {
  const found: Found = { title: '', alt: '', lines: [], images: [], actions: [], color: '', ignored }
  addElements(found, card.at('body'), `${at}body`, 0)
  addActions(found, card.at('actions'), `${at}actions`)
  addTap(found, card, at.slice(0, -1))
  const [image = '', ...others] = found.images
  if (others.length > 0) ignored.push(`${at}body (pictures after the first)`)
  const written = joined(found.lines, '\n\n')
  noteCut(written, maxText, `${at}body`, ignored)
  const text = foreignMarkdown(written, { most: maxText, tags: teamsTags })
  return present({
    color: found.color,
    title: found.title,
    text,
    image_url: image,
    fallback: found.alt,
    actions: found.actions,
  })
}

function addElements(found: Found, elements: Native, at: string, depth: number): void {
  for (const [index, element] of elements.items.entries())
    addElement(found, element, `${at}[${index}]`, depth)
}

type Add = (found: Found, element: Native, at: string) => void

/** Elements that contain no others. */
const adders: Readonly<Record<string, Add>> = {
  TextBlock: addText,
  RichTextBlock: (found, element) => found.lines.push(adaptiveRichText(element)),
  FactSet: (found, element) => found.lines.push(adaptiveFacts(element)),
  CodeBlock: (found, element) => found.lines.push(adaptiveCode(element)),
  Table: (found, element) => found.lines.push(adaptiveTable(element)),
  Image: addImage,
  Media: (found, element, at) =>
    addLink(found, element.at('altText').text || 'Media', element.at('sources', '0', 'url').text, at),
  ActionSet: (found, element, at) => addActions(found, element.at('actions'), `${at}.actions`),
}

/** Containers of elements, by the key of their elements. */
const containers = ['items', 'columns', 'images', 'pages']

function addElement(found: Found, element: Native, at: string, depth: number): void {
  const { text: type } = element.at('type')
  const isHidden = element.at('isVisible').text === 'false' // only a button of Teams can show it
  const inside = containers.filter(key => element.at(key).length > 0)
  const adder = Object.hasOwn(adders, type)
    ? adders[type]
    : inside.length === 0 && wordsOf(element) && addWords
  if (isHidden || (!adder && (inside.length === 0 || depth >= maxDepth))) return void found.ignored.push(at)
  found.color ||= colors.get(element.at('style').text.toLowerCase()) ?? ''
  const rows = adder ? undefined : adaptiveColumns(element)
  if (adder) adder(found, element, at)
  else if (rows !== undefined) found.lines.push(rows)
  else for (const key of inside) addElements(found, element.at(key), `${at}.${key}`, depth + 1)
  addTap(found, element, at)
}

function addWords(found: Found, element: Native): void {
  found.lines.push(wordsOf(element))
}

/** Returns what later elements say, such as badges and compound buttons. Inputs say nothing without their answers. */
function wordsOf(element: Native): string {
  if (element.at('type').text.startsWith('Input.')) return ''
  return joined(
    ['title', 'text', 'description'].map(name => element.at(name).text),
    ' · ',
  )
}

/** Colours of containers. */
const colors = new Map([
  ['attention', '#c4314b'],
  ['good', '#13a10e'],
  ['warning', '#f8a800'],
  ['accent', '#5b5fc7'],
])

/** A heading before all other texts is the title. */
function addText(found: Found, element: Native): void {
  const { text } = element.at('text')
  const isBold = element.at('weight').text.toLowerCase() === 'bolder'
  const isLarge = /large/i.test(element.at('size').text) || element.at('style').text === 'heading'
  const isPlain = text !== '' && !/[\n*_`[\]{}<>]/.test(text)
  if (isPlain && (isBold || isLarge) && found.title === '' && found.lines.length === 0)
    found.title = shownLine(text, maxTitle)
  else found.lines.push(isPlain && isBold ? `**${text}**` : text)
}

function addImage(found: Found, element: Native, at: string): void {
  const url = webAddress(element.at('url').text)
  if (url === '') found.ignored.push(at)
  else if (found.images.push(url) === 1) found.alt = element.at('altText').text
}

function addActions(found: Found, actions: Native, at: string): void {
  for (const [index, action] of actions.items.entries())
    addLink(found, action.at('title').text, action.at('url').text, `${at}[${index}]`)
}

/** What a click on an element opens. The address is often that of a button as well. */
function addTap(found: Found, element: Native, at: string): void {
  const tap = element.at('selectAction')
  const { text: url } = tap.at('url')
  const isShown = found.actions.some(action => action.url === url)
  if (tap.exists && !isShown)
    addLink(found, tap.at('title').text || element.at('title').text, url, `${at}.selectAction`)
}

function addLink({ actions, ignored }: Found, label: string, address: string, at: string): void {
  const url = webAddress(address)
  if (url === '') ignored.push(at)
  else actions.push({ text: shownLine(label || url, maxTitle), url })
}

const maxRows = 50
const maxColumns = 10

/** Returns a fact set as lines: `**Host** db-1`. */
function adaptiveFacts(element: Native): string {
  const lines = element.at('facts').items.map(fact => {
    const title = shownLine(fact.at('title').text, maxTitle).replaceAll('*', '')
    return joined([title && `**${title}**`, fact.at('value').text])
  })
  return lines.join('\n')
}

/** Returns the runs of a rich text with their marks and links. */
function adaptiveRichText(element: Native): string {
  const runs = element.at('inlines').items.map(run => run.text || markedRun(run))
  return joined(runs).replace(/ +(?=[.,;:!?)])/g, '')
}

function markedRun(run: Native): string {
  const { text } = run.at('text')
  const { text: url } = run.at('selectAction', 'url')
  const isBold = run.at('weight').text.toLowerCase() === 'bolder'
  const marks = joined(
    [isBold && '**', run.at('italic').isTrue && '_', run.at('strikethrough').isTrue && '~~'],
    '',
  )
  if (text === '' || /[*_~[\]\n]/.test(text)) return text
  const shown = /^https?:\/\/[^\s<>"()]+$/i.test(url) ? `[${text}](${url})` : text
  return `${marks}${shown}${[...marks.matchAll(/\*\*|_|~~/g)].reverse().join('')}`
}

/** Returns a code block. A fence in the code would end it. */
function adaptiveCode(element: Native): string {
  const { text } = element.at('codeSnippet')
  return text === '' ? '' : `\`\`\`\n${text.replaceAll('```', "'''")}\n\`\`\``
}

/** Returns a table whose first row is its heading. */
function adaptiveTable(element: Native): string {
  const rows = element.at('rows').items.slice(0, maxRows)
  const cells = rows.map(row => row.at('cells').items.slice(0, maxColumns).map(cellText))
  const width = Math.max(0, ...cells.map(({ length }) => length))
  const [head = [], ...rest] = cells.map(row => Array.from({ length: width }, (_, at) => row[at] ?? ''))
  const rule = head.map(() => '---')
  return width === 0 ? '' : [head, rule, ...rest].map(row => `| ${row.join(' | ')} |`).join('\n')
}

function cellText(cell: Native): string {
  const texts = cell.at('items').items.map(item => item.at('text').text || adaptiveRichText(item))
  return shownLine(joined(texts), maxTitle).replaceAll('|', '\\|')
}

/** Returns columns of as many texts each as rows: `Size · 42 GB`. Undefined for others. */
function adaptiveColumns(element: Native): string | undefined {
  const columns = element.at('columns').items.map(column => column.at('items').items)
  const [first = []] = columns
  const isEven = columns.length > 1 && first.length > 0 && columns.every(each => each.length === first.length)
  if (!isEven || !columns.flat().every(isText)) return undefined
  const rows = first.map((_, row) => columns.map(column => column[row]?.at('text').text))
  return rows.map(row => joined(row, ' · ')).join('\n')
}

function isText(element: Native): boolean {
  return element.at('type').text === 'TextBlock' && element.at('isVisible').text !== 'false'
}
