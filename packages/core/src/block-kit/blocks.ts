import { markdownLink } from '../text/link.js'
import { element, image, isSeen, listOf, type ReportIgnored, stringIn } from './element.js'
import { escapeLabel } from './escape-markdown.js'
import { richText } from './rich-text.js'
import { table } from './table.js'
import { label, line, words } from './text.js'

type Block = Record<string, unknown>

/** Writes one block as markdown. */
type WriteBlock = (block: Block, report: ReportIgnored) => string

/** The blocks of Slack's reference that a post can show. `file`, `input` and `call` mean nothing outside Slack. */
export const blocksByType: ReadonlyMap<string, WriteBlock> = new Map<string, WriteBlock>([
  ['header', ({ text }) => heading(line(text))],
  ['section', section],
  ['context', (block, report) => row(block, ' ', report)],
  ['actions', (block, report) => row(block, ' · ', report)],
  ['context_actions', (block, report) => row(block, ' · ', report)],
  ['divider', () => '---'],
  ['image', titledImage],
  ['markdown', ({ text }) => stringIn(text)],
  ['rich_text', richText],
  ['table', table],
  ['video', video],
])

function heading(title: string): string {
  return title === '' ? '' : `### ${title.replace(/ (#+)$/, ' \\$1')}`
}

function section({ text, fields, accessory }: Block, report: ReportIgnored): string {
  const parts = [words(text), ...listOf(fields).map(words), element(accessory, '.accessory', report)]
  return parts.filter(isSeen).join('\n\n')
}

function row({ elements }: Block, between: string, report: ReportIgnored): string {
  return listOf(elements)
    .map((each, index) => element(each, `.elements[${index}]`, report))
    .filter(isSeen)
    .join(between)
}

function titledImage(block: Block): string {
  const picture = image(block)
  return picture === '' ? '' : [line(block.title), picture].filter(isSeen).join('\n')
}

/** The console plays no videos, so the picture and the title link to the player. */
function video(block: Block): string {
  const url = stringIn(block.title_url) || stringIn(block.video_url)
  const title = line(block.title)
  const picture = image({ image_url: block.thumbnail_url, alt_text: block.alt_text })
  const by = [stringIn(block.author_name), stringIn(block.provider_name)].filter(isSeen).join(', ')
  const linked = url === '' ? title : markdownLink(label(block.title) || escapeLabel(url), url)
  return [
    linked && `**${linked}**`,
    line({ type: 'plain_text', text: by }),
    words(block.description),
    picture,
  ]
    .filter(isSeen)
    .join('\n')
}
