import { markdownLink } from '../text/link.js'
import { isRecord } from '../values/keys.js'
import { element, isSeen, line, listOf, type ReportIgnored, stringIn, words } from './element.js'
import { escapeLabel } from './escape-markdown.js'
import { richText } from './rich-text.js'
import { table } from './table.js'

type Block = Record<string, unknown>

export const paragraphs = (...parts: string[]) => parts.filter(isSeen).join('\n\n')

const plainLine = (text: unknown) => line({ type: 'plain_text', text: stringIn(text) })

/** Returns a title, which is a string or a text object, in bold. */
export function boldLine(title: unknown): string {
  const shown = typeof title === 'string' ? plainLine(title) : line(title)
  return isSeen(shown) ? `**${shown.replaceAll('**', '')}**` : ''
}

function picture(value: unknown, inside: string, report: ReportIgnored): string {
  return isRecord(value) ? element({ ...value, type: 'image' }, inside, report) : ''
}

const levels: Record<string, string> = { info: 'ℹ️', warning: '⚠️', error: '❌', success: '✅' }

export function alert({ text, level }: Block): string {
  const shown = words(text)
  return isSeen(shown) ? [levels[stringIn(level)] ?? '', shown].filter(isSeen).join(' ') : ''
}

export function card(block: Block, report: ReportIgnored): string {
  const actions = listOf(block.actions).map((each, index) => element(each, `.actions[${index}]`, report))
  return paragraphs(
    picture(block.hero_image, '.hero_image', report),
    [picture(block.icon, '.icon', report), boldLine(block.title)].filter(isSeen).join(' '),
    words(block.subtitle),
    words(block.body),
    actions.filter(isSeen).join(' · '),
  )
}

export function containerHead(block: Block, report: ReportIgnored): string {
  const rich = isRecord(block.rich_text_title) ? richText(block.rich_text_title, report) : ''
  const title = [picture(block.icon, '.icon', report), rich || boldLine(block.title)]
  return paragraphs(title.filter(isSeen).join(' '), words(block.subtitle))
}

const states: Record<string, string> = { pending: '☐', in_progress: '⏳', complete: '✅', error: '❌' }

/** An unknown status is shown as it is called. */
export function taskCard({ title, status, details, output, sources }: Block, report: ReportIgnored): string {
  const state = states[stringIn(status)] ?? plainLine(status)
  const rich = [details, output].map(each => (isRecord(each) ? richText(each, report) : ''))
  const links = listOf(sources).map(each => {
    const { url, text } = isRecord(each) ? each : {}
    return stringIn(url) === ''
      ? ''
      : markdownLink(escapeLabel(stringIn(text) || stringIn(url)), stringIn(url))
  })
  const head = [state, boldLine(title)].filter(isSeen).join(' ')
  return paragraphs(head, ...rich, links.filter(isSeen).join(' · '))
}

export function dataTable(block: Block, report: ReportIgnored): string {
  return paragraphs(boldLine(block.caption), table(block, report))
}

const cell = (value: unknown) => ({
  type: 'raw_text',
  text: typeof value === 'number' ? String(value) : stringIn(value),
})

/** The size of a chart's table, which has a cell for each label of each series. */
const [maxSeries, maxLabels] = [20, 200]

/** Returns a chart as a table: a row for each label, and a column for each series. */
export function chart({ title, chart }: Block, report: ReportIgnored): string {
  if (!isRecord(chart)) return boldLine(title)
  const { segments, series, axis_config: axes } = chart
  const all = isRecord(axes) ? Object.values(axes).filter(each => typeof each === 'string') : []
  const columns = Array.isArray(segments) ? [{ name: '', data: segments }] : listOf(series).filter(isRecord)
  if (columns.length > maxSeries) report(`.chart.series after the first ${maxSeries}`, undefined)
  const shown = columns.slice(0, maxSeries)
  const rows = rowsByLabel(shown, report)
  const head = [cell(''), ...shown.map(({ name }) => cell(name))]
  const body = [...rows].map(([label, values]) => [cell(label), ...shown.map((_, at) => cell(values[at]))])
  const written = body.length > 0 ? table({ rows: [head, ...body] }, report) : ''
  return paragraphs(boldLine(title), written, plainLine(all.join(' · ')))
}

/** Returns the values of each label, by series. */
function rowsByLabel(series: Block[], report: ReportIgnored): Map<string, unknown[]> {
  const rows = new Map<string, unknown[]>()
  let isCut = false
  for (const [column, { data }] of series.entries())
    for (const point of listOf(data).filter(isRecord)) {
      const label = stringIn(point.label)
      const row = rows.get(label) ?? (rows.size < maxLabels ? [] : undefined)
      isCut ||= row === undefined
      if (row === undefined) continue
      row[column] = point.value
      rows.set(label, row)
    }
  if (isCut) report(`.chart after the first ${maxLabels} labels`, undefined)
  return rows
}
