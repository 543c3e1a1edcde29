import { markdownLink } from '../../text/link.js'
import { element, image, isSeen, listOf, stringIn, type Tell } from './element.js'
import { escapeLabel } from './escape-markdown.js'
import { richText } from './rich-text.js'
import { table } from './table.js'
import { label, line, words } from './text.js'

type Block = Record<string, unknown>

/** One block as markdown. */
type WriteBlock = (block: Block, tell: Tell) => string

/** What Slack's reference lists and a post can show; `file`, `input` and `call` are nothing outside Slack. */
export const blocksByType: ReadonlyMap<string, WriteBlock> = new Map<string, WriteBlock>([
  ['header', ({ text }) => heading(line(text))],
  ['section', section],
  ['context', (block, tell) => row(block, ' ', tell)],
  ['actions', (block, tell) => row(block, ' · ', tell)],
  ['context_actions', (block, tell) => row(block, ' · ', tell)],
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

function section({ text, fields, accessory }: Block, tell: Tell): string {
  const parts = [words(text), ...listOf(fields).map(words), element(accessory, '.accessory', tell)]
  return parts.filter(isSeen).join('\n\n')
}

function row({ elements }: Block, between: string, tell: Tell): string {
  return listOf(elements)
    .map((each, index) => element(each, `.elements[${index}]`, tell))
    .filter(isSeen)
    .join(between)
}

function titledImage(block: Block): string {
  const picture = image(block)
  return picture === '' ? '' : [line(block.title), picture].filter(isSeen).join('\n')
}

/** No page of ours plays it: its picture and its title lead to where it is played. */
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
