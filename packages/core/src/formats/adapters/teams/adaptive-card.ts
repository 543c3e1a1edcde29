import type { Attachment } from '../../../payload/attachment.js'
import { shownLine, webAddress } from '../chats/fit-attachment.js'
import { foreignMarkdown } from '../chats/foreign-markdown.js'
import { joined } from '../markdown.js'
import type { Native } from '../native.js'
import { present } from './message-card.js'

const maxText = 8000
const maxTitle = 256
const maxDepth = 8

type Found = { lines: string[]; images: string[]; actions: Record<string, unknown>[]; ignored: string[] }

/** Converts an adaptive card: its texts in their order, its first picture, and its links. */
export function readAdaptiveCard(card: Native, at: string, ignored: string[]): Partial<Attachment> {
  const found: Found = { lines: [], images: [], actions: [], ignored }
  addElements(found, card.at('body'), `${at}body`, 0)
  addActions(found, card.at('actions'), `${at}actions`)
  const [image = '', ...others] = found.images
  if (others.length > 0) ignored.push(`${at}body (pictures after the first)`)
  const text = foreignMarkdown(joined(found.lines, '\n\n'), { most: maxText })
  return present({ text, image_url: image, actions: found.actions })
}

/** Containers of elements, by the key of their elements. */
const containers = ['items', 'columns', 'rows', 'cells', 'images']

function addElements(found: Found, elements: Native, at: string, depth: number): void {
  for (const [index, element] of elements.items.entries()) {
    const own = `${at}[${index}]`
    const type = element.at('type').text
    const inside = containers.filter(key => element.at(key).length > 0)
    if (type === 'TextBlock') found.lines.push(textBlock(element))
    else if (type === 'RichTextBlock')
      found.lines.push(
        element
          .at('inlines')
          .items.map(each => each.text || each.at('text').text)
          .join(''),
      )
    else if (type === 'FactSet') found.lines.push(facts(element))
    else if (type === 'Image') addImage(found, element, own)
    else if (type === 'ActionSet') addActions(found, element.at('actions'), `${own}.actions`)
    else if (inside.length === 0 || depth >= maxDepth) found.ignored.push(own)
    else for (const key of inside) addElements(found, element.at(key), `${own}.${key}`, depth + 1)
  }
}

function textBlock(element: Native): string {
  const { text } = element.at('text')
  const isHeading = element.at('weight').text.toLowerCase() === 'bolder' && !/[\n*_`]/.test(text)
  return isHeading && text !== '' ? `**${text}**` : text
}

function facts(element: Native): string {
  const lines = element
    .at('facts')
    .items.map(fact =>
      joined([
        `**${shownLine(fact.at('title').text, maxTitle).replaceAll('*', '')}**`,
        fact.at('value').text,
      ]),
    )
  return lines.join('\n')
}

function addImage(found: Found, element: Native, at: string): void {
  const url = webAddress(element.at('url').text)
  if (url === '') found.ignored.push(at)
  else found.images.push(url)
}

function addActions(found: Found, actions: Native, at: string): void {
  for (const [index, action] of actions.items.entries()) {
    const url = webAddress(action.at('url').text)
    if (url === '') found.ignored.push(`${at}[${index}]`)
    else found.actions.push({ text: shownLine(action.at('title').text || url, maxTitle), url })
  }
}
