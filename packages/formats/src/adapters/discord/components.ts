import type { Attachment } from '@posthorn/core'
import { shownLine, webAddress } from '../chats/fit-attachment.js'
import { foreignMarkdown } from '../chats/foreign-markdown.js'
import { joined } from '../markdown.js'
import type { Native } from '../native.js'
import { discordTags } from './tags.js'

/** Discord's limits: characters of a text and a label, and how deep components are in one another. */
const maxText = 4000
const maxLabel = 80
const maxDepth = 4

/** The numbers of Discord's kinds of component. */
const kinds = { button: 2, section: 9, text: 10, thumbnail: 11, gallery: 12, separator: 14 } as const
const linkStyle = 5

type Shown = { lines: string[]; images: string[]; links: Record<string, unknown>[] }

/** Converts components: texts in their order, the first picture, and buttons that open an address. Others do nothing here. */
export function readComponents(
  components: Native,
  ignored: string[],
): { text: string; attachment?: Partial<Attachment> } {
  const shown: Shown = { lines: [], images: [], links: [] }
  for (const [index, component] of components.items.entries())
    ignored.push(...unshown(shown, component, `components[${index}]`, 0))
  const [image, ...others] = shown.images
  if (others.length > 0) ignored.push('components (pictures after the first)')
  const attachment = {
    ...(image !== undefined && { image_url: image }),
    ...(shown.links.length > 0 && { actions: shown.links }),
  }
  const text = joined(shown.lines, '\n\n')
  return Object.keys(attachment).length > 0 ? { text, attachment } : { text }
}

/** Adds a component and those inside it. Returns where those are that cannot be shown. */
function unshown(shown: Shown, component: Native, at: string, depth: number): string[] {
  const { number: kind } = component.at('type')
  if (kind === kinds.separator) return []
  if (kind === kinds.text) return added(shown.lines, textOf(component.at('content')), at)
  if (kind === kinds.button) return added(shown.links, linkOf(component), at)
  if (kind === kinds.thumbnail) return added(shown.images, webAddress(component.at('media', 'url').text), at)
  const items = kind === kinds.gallery ? component.at('items') : component.at('components')
  if (items.length === 0 || depth >= maxDepth) return [at]
  const inside = items.items.flatMap((item, index) => {
    const own = `${at}.${kind === kinds.gallery ? 'items' : 'components'}[${index}]`
    if (kind !== kinds.gallery) return unshown(shown, item, own, depth + 1)
    return added(shown.images, webAddress(item.at('media', 'url').text), own)
  })
  const accessory = component.at('accessory')
  return kind === kinds.section && accessory.exists
    ? [...inside, ...unshown(shown, accessory, `${at}.accessory`, depth + 1)]
    : inside
}

function added<Item>(list: Item[], item: Item | '' | undefined, at: string): string[] {
  if (!item) return [at]
  list.push(item)
  return []
}

function textOf(content: Native): string {
  return foreignMarkdown(content.text, { most: maxText, tags: discordTags })
}

function linkOf(button: Native): Record<string, unknown> | undefined {
  const url = webAddress(button.at('url').text)
  if (button.at('style').number !== linkStyle || url === '') return undefined
  const { text: emoji } = button.at('emoji', 'name')
  const sign = /^\p{Extended_Pictographic}/u.test(emoji) ? emoji : '' // others are names of a server's own emoji
  return { text: shownLine(joined([sign, button.at('label').text]) || url, maxLabel), url }
}
