import { shownLine } from '../chats/fit-attachment.js'
import { joined } from '../markdown.js'
import type { Native } from '../native.js'

const maxTitle = 256
const maxRows = 50
const maxColumns = 10

/** Returns a fact set as lines: `**Host** db-1`. */
export function adaptiveFacts(element: Native): string {
  const lines = element.at('facts').items.map(fact => {
    const title = shownLine(fact.at('title').text, maxTitle).replaceAll('*', '')
    return joined([title && `**${title}**`, fact.at('value').text])
  })
  return lines.join('\n')
}

/** Returns the runs of a rich text with their marks and links. */
export function adaptiveRichText(element: Native): string {
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
export function adaptiveCode(element: Native): string {
  const { text } = element.at('codeSnippet')
  return text === '' ? '' : `\`\`\`\n${text.replaceAll('```', "'''")}\n\`\`\``
}

/** Returns a table whose first row is its heading. */
export function adaptiveTable(element: Native): string {
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
export function adaptiveColumns(element: Native): string | undefined {
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
