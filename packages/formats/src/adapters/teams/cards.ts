import type { Attachment } from '@posthorn/core'
import { foreignMarkdown } from '../chats/foreign-markdown.js'
import { noteCut, webAddress } from '../chats/shown.js'
import { unusedKeys } from '../chats/unused.js'
import { joined, shownLine } from '../markdown.js'
import type { Native } from '../native.js'
import { teamsTags } from './tags.js'

const maxSections = 10
const maxFacts = 50
const maxTitle = 256
const maxText = 8000
const maxValue = 1024

/** `attachments` are cards of their own. The last line has no visible effect. */
const shownKeys = new Set([
  ...['themeColor', 'title', 'text', 'sections', 'potentialAction', 'attachments', 'summary'],
  ...['@type', '@context', 'type', '$schema', 'correlationId', 'originator', 'markdown'],
])
const shownSectionKeys = new Set([
  ...['title', 'text', 'activityTitle', 'activitySubtitle', 'activityText', 'activityImage'],
  ...['facts', 'images', 'heroImage', 'potentialAction', 'startGroup', 'markdown'],
])

/** Converts a message card: an attachment for its text, and one for each section. */
export function readMessageCard(card: Native, at: string, ignored: string[]): Partial<Attachment>[] {
  ignored.push(...unusedKeys(card, shownKeys, at))
  const sections = card.at('sections')
  if (sections.length > maxSections) ignored.push(`${at}sections after the first ${maxSections}`)
  const color = card.at('themeColor').text
  const head = {
    title: shownLine(card.at('title').text, maxTitle),
    text: markdown(card, 'text', at, ignored),
  }
  const actions = linksOf(card.at('potentialAction'), `${at}potentialAction`, ignored)
  const hasHead = head.title !== '' || head.text !== '' || sections.length === 0
  const parts = [
    present(hasHead ? { ...head, actions } : {}),
    ...sections.items
      .slice(0, maxSections)
      .map((section, index) => present(sectionOf(section, `${at}sections[${index}]`, ignored))),
  ]
  const last = parts.at(-1)
  if (!hasHead && last && actions.length > 0) last.actions = [...(last.actions ?? []), ...actions] // not in a box of their own
  return parts
    .filter(part => Object.keys(part).length > 0)
    .map(part => (color === '' ? part : { color: shownLine(color, 20), ...part }))
}

function sectionOf(section: Native, at: string, ignored: string[]): Partial<Attachment> {
  const lines = ['activityTitle', 'activitySubtitle', 'activityText', 'text'].map(name =>
    markdown(section, name, `${at}.`, ignored),
  )
  const facts = section.at('facts').items.slice(0, maxFacts)
  ignored.push(...unusedKeys(section, shownSectionKeys, `${at}.`))
  const images = section.at('images')
  if (images.length > 1) ignored.push(`${at}.images after the first 1`)
  return {
    title: shownLine(section.at('title').text, maxTitle),
    text: joined(lines, '\n\n'),
    fields: facts.map((fact, index) => {
      const { text: value } = fact.at('value')
      noteCut(value, maxValue, `${at}.facts[${index}].value`, ignored)
      return {
        title: shownLine(fact.at('name').text, maxTitle),
        value: foreignMarkdown(value, { most: maxValue, tags: teamsTags }),
        short: true,
      }
    }),
    thumb_url: webAddress(section.at('activityImage').text),
    image_url: webAddress(section.at('heroImage', 'image').text || images.at('0', 'image').text),
    actions: linksOf(section.at('potentialAction'), `${at}.potentialAction`, ignored),
  }
}

/** Only actions that open an address have an effect. */
function linksOf(actions: Native, at: string, ignored: string[]): Record<string, unknown>[] {
  return actions.items.flatMap((action, index) => {
    const url = webAddress(action.at('targets', '0', 'uri').text || action.at('target', '0').text)
    if (url !== '') return [{ text: shownLine(action.at('name').text || url, maxTitle), url }]
    ignored.push(`${at}[${index}]`)
    return []
  })
}

function markdown(part: Native, name: string, at: string, ignored: string[]): string {
  const { text } = part.at(name)
  noteCut(text, maxText, `${at}${name}`, ignored)
  return foreignMarkdown(text, { most: maxText, tags: teamsTags })
}

/** Leaves out what is empty. */
export function present(attachment: Partial<Attachment>): Partial<Attachment> {
  return Object.fromEntries(
    Object.entries(attachment).filter(
      ([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )
}

const pictureCardShownKeys = new Set('title subtitle text images buttons'.split(' '))

/** Converts a hero card, whose picture is large, or a thumbnail card. */
export function readPictureCard(
  card: Native,
  { at, isHero }: { at: string; isHero: boolean },
  ignored: string[],
): Partial<Attachment> {
  ignored.push(...unusedKeys(card, pictureCardShownKeys, at))
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
  noteCut(lines, maxText, `${at}text`, ignored)
  return present({
    title: shownLine(card.at('title').text, maxTitle),
    text: foreignMarkdown(lines, { most: maxText, tags: teamsTags }),
    [isHero ? 'image_url' : 'thumb_url']: url,
    actions,
  })
}
