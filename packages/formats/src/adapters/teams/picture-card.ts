import type { Attachment } from '@posthorn/core'
import { shownLine, webAddress } from '../chats/fit-attachment.js'
import { foreignMarkdown } from '../chats/foreign-markdown.js'
import { unusedKeys } from '../chats/unused.js'
import { joined } from '../markdown.js'
import type { Native } from '../native.js'
import { present } from './message-card.js'
import { teamsTags } from './tags.js'

const maxTitle = 256
const maxText = 8000

const shownKeys = new Set('title subtitle text images buttons'.split(' '))

/** Converts a hero card, whose picture is large, or a thumbnail card. */
export function readPictureCard(
  card: Native,
  { at, isHero }: { at: string; isHero: boolean },
  ignored: string[],
): Partial<Attachment> {
  ignored.push(...unusedKeys(card, shownKeys, at))
  const images = card.at('images')
  if (images.length > 1) ignored.push(`${at}images after the first 1`)
  const url = webAddress(images.at('0', 'url').text)
  if (images.length > 0 && url === '') ignored.push(`${at}images[0]`)
  const actions = card.at('buttons').items.flatMap((button, index) => {
    const address = button.at('type').text === 'openUrl' ? webAddress(button.at('value').text) : ''
    if (address !== '')
      return [{ text: shownLine(button.at('title').text || address, maxTitle), url: address }]
    ignored.push(`${at}buttons[${index}]`)
    return []
  })
  const lines = joined([card.at('subtitle').text, card.at('text').text], '\n\n')
  return present({
    title: shownLine(card.at('title').text, maxTitle),
    text: foreignMarkdown(lines, { most: maxText, tags: teamsTags }),
    [isHero ? 'image_url' : 'thumb_url']: url,
    actions,
  })
}
