import type { Attachment } from '../../../payload/attachment.js'
import type { Adapted, Adapter } from '../adapter.js'
import { fitAttachment } from '../chats/fit-attachment.js'
import { foreignMarkdown } from '../chats/foreign-markdown.js'
import type { Native } from '../native.js'
import { readAdaptiveCard } from './adaptive-card.js'
import { readMessageCard } from './message-card.js'

const maxCards = 10
const maxText = 8000

/** The bodies of Teams' webhooks: message cards, and adaptive cards in attachments (docs/behaviour.md, payloads of other chats). */
export const teams: Adapter = {
  name: 'teams',
  title: 'Microsoft Teams',
  headers: [],
  matches: (_headers, body) =>
    body.at('@type').text === 'MessageCard' ||
    body.at('type').text === 'AdaptiveCard' ||
    body.at('attachments').items.some(card => card.at('contentType').text.startsWith(microsoft)),
  read: (_headers, body): Adapted => {
    const ignored: string[] = []
    const cards = cardsOf(body, ignored)
    const text = body.at('type').text === 'message' ? body.at('text').text : ''
    const shown = foreignMarkdown(text, { most: maxText })
    return {
      event: 'message',
      text:
        shown === '' && cards.length === 0
          ? foreignMarkdown(body.at('summary').text, { most: maxText })
          : shown,
      ...(cards.length > 0 && { attachments: cards }),
      ...(ignored.length > 0 && { ignored }),
    }
  },
}

const microsoft = 'application/vnd.microsoft.'

function cardsOf(body: Native, ignored: string[]): Partial<Attachment>[] {
  const attachments = body.at('attachments')
  if (attachments.length > maxCards) ignored.push(`attachments after the first ${maxCards}`)
  const kind = body.at('type').text
  const own = kind === 'AdaptiveCard' ? [readAdaptiveCard(body, '', ignored)] : []
  const card = kind === 'AdaptiveCard' || kind === 'message' ? [] : readMessageCard(body, '', ignored)
  const attached = attachments.items.slice(0, maxCards).flatMap((each, index) => {
    const at = `attachments[${index}]`
    const type = each.at('contentType').text
    if (type === `${microsoft}card.adaptive`)
      return [readAdaptiveCard(each.at('content'), `${at}.content.`, ignored)]
    if (type === `${microsoft}teams.card.o365connector`)
      return readMessageCard(each.at('content'), `${at}.content.`, ignored)
    ignored.push(at)
    return []
  })
  return [...own, ...card, ...attached]
    .map((each, index) => fitAttachment(each, `attachments[${index}]`, ignored))
    .filter(each => Object.keys(each).some(name => name !== 'color'))
}
