import type { Adapted, Adapter } from '../adapter.js'
import { fitAttachment } from '../chats/fit-attachment.js'
import { foreignMarkdown } from '../chats/foreign-markdown.js'
import { unusedKeys } from '../chats/unused.js'
import { readAccessories, readCard } from './card.js'

const maxCards = 10
const maxText = 8000

const shownKeys = new Set(['text', 'cards', 'cardsV2', 'accessoryWidgets', 'thread', 'fallbackText'])

/** The bodies of Google Chat's webhooks (docs/behaviour.md, payloads of other chats). */
export const googleChat: Adapter = {
  name: 'googlechat',
  title: 'Google Chat',
  headers: [],
  params: { threadKey: 'thread_key' },
  matches: (_headers, body) =>
    body.at('cardsV2', '0', 'card').exists ||
    body.at('cards', '0', 'sections').exists ||
    body.at('cards', '0', 'header').exists,
  read: (_headers, body): Adapted => {
    const ignored = unusedKeys(body, shownKeys)
    const cards = [
      ...body.at('cards').items.map((card, index) => ({ card, at: `cards[${index}]` })),
      ...body
        .at('cardsV2')
        .items.map((each, index) => ({ card: each.at('card'), at: `cardsV2[${index}].card` })),
    ]
    if (cards.length > maxCards) ignored.push(`cards after the first ${maxCards}`)
    const attachments = [
      ...cards
        .slice(0, maxCards)
        .map(({ card, at }) => fitAttachment(readCard(card, at, ignored), at, ignored)),
      ...readAccessories(body.at('accessoryWidgets'), ignored),
    ].filter(card => Object.keys(card).length > 0)
    const threadKey = body.at('thread', 'threadKey').text
    const text = body.at('text').text || (attachments.length === 0 ? body.at('fallbackText').text : '')
    return {
      event: 'message',
      text: foreignMarkdown(text, { most: maxText }),
      ...(attachments.length > 0 && { attachments }),
      ...(threadKey !== '' && { threadKey }),
      ...(ignored.length > 0 && { ignored }),
    }
  },
}
