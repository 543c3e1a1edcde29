import { isRecord } from '../../values/keys.js'
import { listOf, stringIn, type Tell } from './element.js'
import { escapeMarkdown } from './escape-markdown.js'
import { richText } from './rich-text.js'
import { inOneLine } from './text.js'

const rules: Record<string, string> = { left: '---', center: ':---:', right: '---:' }

/** A `table` block; its first row is the heading, as Slack shows it. Shorter rows stay so, which markdown reads as well. */
export function table({ rows, column_settings }: Record<string, unknown>, tell: Tell): string {
  const [head = [], ...rest] = listOf(rows).map(row => listOf(row).map(cell => cellText(cell, tell)))
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

function cellText(cell: unknown, tell: Tell): string {
  if (!isRecord(cell)) return ''
  const written = cell.type === 'rich_text' ? richText(cell, tell) : escapeMarkdown(scalar(cell))
  return inOneLine(written).replace(/(?<!\\)\|/g, '\\|')
}

function scalar({ text, value }: Record<string, unknown>): string {
  return stringIn(text) || (typeof value === 'number' ? String(value) : stringIn(value))
}
