import { markdownLink } from '../text/link.js'
import { isRecord } from '../values/keys.js'
import { ignore, type Notes } from '../values/notes.js'
import { image, isSeen, listOf, stringIn } from './element.js'
import { escapeLabel } from './escape-markdown.js'

type Tree = Record<string, unknown>

/** The keys of blocks inside others, and what separates those. */
const inside: readonly (readonly [key: string, between: string])[] = [
  ...(['header', 'body', 'items', 'content', 'columns', 'images'] as const).map(
    key => [key, '\n\n'] as const,
  ),
  ['rows', '\n'],
  ['facts', '\n'],
  ['cells', ' · '],
  ['inlines', ''],
  ['actions', ' · '],
]
const maxTreeDepth = 12

/**
 * Returns blocks of Mattermost (`props.mm_blocks`), or adaptive cards (`props.cards`), as markdown. Controls that call a program
 * are recorded as ignored, like unknown blocks.
 * @param actions what `props.mm_blocks_actions` says about buttons, by their ids
 */
export function readTrees(value: unknown, at: string, actions: unknown, notes: Notes): string {
  const report = (place: string, type: unknown) =>
    ignore(notes, `${place}${typeof type === 'string' ? ` (${type})` : ''}`)
  const write = (block: unknown, place: string, depth: number): string => {
    if (typeof block === 'string') return block
    if (!isRecord(block) || block.isVisible === false || depth > maxTreeDepth) {
      report(place, isRecord(block) ? block.type : undefined)
      return ''
    }
    const parts = inside.map(([key, between]) =>
      listOf(block[key])
        .map((each, index) => write(each, `${place}.${key}[${index}]`, depth + 1))
        .filter(isSeen)
        .join(between),
    )
    const written = [ownWords(block, actions), ...parts].filter(isSeen).join('\n\n')
    if (!isSeen(written)) report(place, block.type)
    return written
  }
  if (value !== undefined && !Array.isArray(value)) ignore(notes, at)
  return listOf(value)
    .map((block, index) => write(block, `${at}[${index}]`, 0))
    .filter(isSeen)
    .join('\n\n')
}

/** Returns what a block itself shows, without those inside it. */
function ownWords(block: Tree, actions: unknown): string {
  const { type, title, url } = block
  const text = stringIn(block.text)
  const isPicture = /^image$/i.test(stringIn(type))
  if (isPicture) return image({ image_url: url, alt_text: block.alt_text ?? block.altText })
  if (type === 'divider') return '---'
  if (stringIn(title) !== '' && stringIn(block.value) !== '') return `**${title}** ${block.value}`
  const isButton = block.action_id !== undefined || /^Action\./.test(stringIn(type))
  if (!isButton) return text
  const target = stringIn(url) || addressOf(actions, stringIn(block.action_id))
  const label = text || stringIn(title)
  return target === '' || label === '' ? '' : markdownLink(escapeLabel(label), target)
}

/** Returns the address that an action opens; empty for actions that call a program. */
function addressOf(actions: unknown, id: string): string {
  const action = isRecord(actions) && Object.hasOwn(actions, id) ? actions[id] : undefined
  return isRecord(action) && action.type === 'openURL' ? stringIn(action.url) : ''
}

/** A link that works as a button in Mattermost: `[Approve](mmaction://approve?ticket=1)`. */
const actionLink = /\[([^[\]\n]{1,300})\]\(mmaction:\/\/([\w-]{1,100})[^()\s]{0,2000}\)/g

/** Writes buttons in a text as links, where they open an address, or as words. */
export function withoutActionLinks(text: string, actions: unknown, notes: Notes): string {
  if (!text.includes('mmaction://')) return text
  return text.replace(actionLink, (_link, label: string, id: string) => {
    const address = addressOf(actions, id)
    if (address !== '') return markdownLink(label, address)
    ignore(notes, `the button ${label} (mmaction://${id})`)
    return label
  })
}
