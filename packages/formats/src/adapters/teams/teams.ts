import type { Attachment } from '@posthorn/core'
import type { Adapted, Adapter } from '../adapter.js'
import { foreignMarkdown } from '../chats/foreign-markdown.js'
import { noteCut } from '../chats/shown.js'
import { unusedKeys } from '../chats/unused.js'
import type { Native } from '../native.js'
import { readAdaptiveCard } from './adaptive-card.js'
import { readMessageCard, readPictureCard } from './cards.js'
import { teamsTags } from './tags.js'

const maxCards = 10
const maxText = 8000

/** The bodies of Teams' webhooks: message cards, and other cards in attachments (docs/behaviour.md, payloads of other chats). */
export const teams: Adapter = {
  name: 'teams',
  title: 'Microsoft Teams',
  showsAll: true,
  headers: [],
  matches: (_headers, body) =>
    body.at('@type').text === 'MessageCard' || body.at('type').text === 'AdaptiveCard' || hasCards(body),
  lacks: (_headers, body) => {
    const isCard = ['@type', '@context', 'sections', 'potentialAction'].some(key => body.at(key).exists)
    const isMessage = ['message', 'AdaptiveCard'].includes(body.at('type').text) || hasCards(body)
    const isText = ['text', 'summary'].some(key => body.at(key).text !== '')
    const isOthers = ['attachments', 'blocks', 'cardsV2', 'accessoryWidgets'].some(key => body.at(key).exists)
    const isOwn = isCard || isMessage || (isText && !isOthers)
    return isOwn ? undefined : '`text`, `summary`, `sections` or a card in `attachments`'
  },
  read: (_headers, body): Adapted => {
    const ignored = body.at('type').text === 'message' ? unusedKeys(body, shownKeys) : []
    const cards = cardsOf(body, ignored)
    const text = body.at('type').text === 'message' ? body.at('text').text : ''
    const shown = foreignMarkdown(text, { most: maxText, tags: teamsTags })
    noteCut(text, maxText, 'text', ignored)
    const summary = body.at('summary').text
    const isAlone = shown === '' && cards.length === 0
    if (!isAlone && !`${text}${JSON.stringify(cards)}`.includes(summary)) ignored.push('summary')
    return {
      event: 'message',
      text: isAlone ? foreignMarkdown(summary, { most: maxText }) : shown,
      ...(cards.length > 0 && { attachments: cards }),
      ...(ignored.length > 0 && { ignored }),
    }
  },
}

/** Of messages. `summary` is for notifications, and `attachmentLayout` says how several cards are arranged. */
const shownKeys = new Set('type text attachments summary attachmentLayout'.split(' '))

const microsoft = 'application/vnd.microsoft.'

function hasCards(body: Native): boolean {
  return body.at('attachments').items.some(card => card.at('contentType').text.startsWith(microsoft))
}

function cardsOf(body: Native, ignored: string[]): Partial<Attachment>[] {
  const attachments = body.at('attachments')
  if (attachments.length > maxCards) ignored.push(`attachments after the first ${maxCards}`)
  const kind = body.at('type').text
  const own = kind === 'AdaptiveCard' ? [readAdaptiveCard(body, '', ignored)] : []
  const card = kind === 'AdaptiveCard' || kind === 'message' ? [] : readMessageCard(body, '', ignored)
  const attached = attachments.items
    .slice(0, maxCards)
    .flatMap((each, index) => attachedCard(each, `attachments[${index}]`, ignored))
  return [...own, ...card, ...attached].filter(each => Object.keys(each).some(name => name !== 'color'))
}

function attachedCard(card: Native, at: string, ignored: string[]): Partial<Attachment>[] {
  const { text: type } = card.at('contentType')
  const content = card.at('content')
  const own = `${at}.content.`
  switch (type.startsWith(microsoft) ? type.slice(microsoft.length) : '') {
    case 'card.adaptive':
      return [readAdaptiveCard(content, own, ignored)]
    case 'teams.card.o365connector':
      return readMessageCard(content, own, ignored)
    case 'card.hero':
      return [readPictureCard(content, { at: own, isHero: true }, ignored)]
    case 'card.thumbnail':
      return [readPictureCard(content, { at: own, isHero: false }, ignored)]
    default:
      ignored.push(at)
      return []
  }
}
