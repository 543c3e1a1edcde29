import { inOneLine } from '../text/link.js'
import { isRecord } from '../values/keys.js'
import { listOf, type ReportIgnored, stringIn } from './element.js'
import { escapeMarkdown } from './escape-markdown.js'
import { richText } from './rich-text.js'

const rules: Record<string, string> = { left: '---', center: ':---:', right: '---:' }

/** Returns a `table` block as markdown. Its first row is the heading, as in Slack. Shorter rows stay short, which markdown allows. */
export function table({ rows, column_settings }: Record<string, unknown>, report: ReportIgnored): string {
  const [head = [], ...rest] = listOf(rows).map(row => listOf(row).map(cell => cellText(cell, report)))
  const width = rest.reduce((most, row) => Math.max(most, row.length), head.length)
  if (width === 0) return ''
  const settings = listOf(column_settings)
  const columns = Array.from({ length: width }, (_, column) => column)
  const title = columns.map(column => head[column] ?? '')
  const rule = columns.map(column => ruleOf(settings[column]))
  return [title, rule, ...rest].map(row => `| ${row.join(' | ')} |`).join('\n')
}

function ruleOf(setting: unknown): string {
  return rules[isRecord(setting) ? stringIn(setting.align) : ''] ?? '---'
}

function cellText(cell: unknown, report: ReportIgnored): string {
  if (!isRecord(cell)) return ''
  const written = cell.type === 'rich_text' ? richText(cell, report) : escapeMarkdown(scalar(cell))
  return inOneLine(written).replace(/(?<!\\)\|/g, '\\|')
}

function scalar({ text, value }: Record<string, unknown>): string {
  return stringIn(text) || (typeof value === 'number' ? String(value) : stringIn(value))
}
