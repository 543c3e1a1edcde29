import { addImage, addText, closeLink, type Draft, type Look, look, openLink } from './draft.js'

/** Returns the name of a user by the id in a mention. */
export type WikiNames = (id: string) => string | undefined

const maxDepth = 4

/** Escapes, breaks, code, macros, links, images, signs, and pairs of marks around words. */
const marks = new RegExp(
  [
    String.raw`\\\\|\\([*_+^~{}[\]!|\\?-])`,
    String.raw`\{\{([^\n]{1,300}?)\}\}`,
    String.raw`\{(?:color|anchor|toc|status|jira|csv|html|section|column|div|span|align|size|gallery|attachments|excerpt|center|td|tr|table|[a-z][\w-]{0,30}(?=:[^{}\n|=]{0,100}[|=]))(?::[^{}\n]{0,300})?\}`,
    String.raw`\[([^[\]\n]{1,2000})\]`,
    String.raw`(?<![\p{L}\p{N}!])!([^\s!|][^!|\n]{0,300}\.\w{2,5})(?:\|[^!\n]{0,200})?!`,
    String.raw`(?<![\p{L}\p{N}])\(([/x!?]|[*][rgby]?)\)`,
    String.raw`(?<![\p{L}\p{N}\\])([*_+^~]|\?\?|-(?!-))(?=[^\s*_+^~-])([^\n]{0,300}?[^\s\\])\6(?![\p{L}\p{N}])`,
  ].join('|'),
  'giu',
)

const signs: Readonly<Record<string, string>> = { '/': '✅', x: '❌', '!': '⚠️', '?': '❓' }
const looks: Readonly<Record<string, Look>> = { '*': 'bold', _: 'italic', '-': 'strike', '??': 'italic' }

/** Adds a line of wiki markup. */
export function addWikiText(draft: Draft, text: string, names: WikiNames, depth = 0): void {
  let from = 0
  for (const found of text.matchAll(marks)) {
    addText(draft, text.slice(from, found.index))
    from = found.index + found[0].length
    addMarked(draft, found, names, depth)
  }
  addText(draft, text.slice(from))
}

function addMarked(draft: Draft, found: RegExpMatchArray, names: WikiNames, depth: number): void {
  const [all, escaped, code, linked, image, sign, mark = '', content] = found
  if (all === '\\\\') addText(draft, '\n')
  else if (escaped !== undefined) addText(draft, escaped)
  else if (code !== undefined) addText(draft, code, 'code')
  else if (linked !== undefined) addLinked(draft, linked, names, depth)
  else if (image !== undefined) addImage(draft, nameOf(image), image)
  else if (sign !== undefined) addText(draft, signs[sign] ?? '⭐')
  else if (content !== undefined && depth < maxDepth) addPair(draft, mark, content, names, depth)
  else addText(draft, content ?? '')
}

/** An image is the name of an attachment, or an address. */
function nameOf(image: string): string {
  return image.slice(image.lastIndexOf('/') + 1)
}

function addPair(draft: Draft, mark: string, content: string, names: WikiNames, depth: number): void {
  const name = looks[mark]
  if (name) look(draft, name, true)
  addWikiText(draft, content, names, depth + 1)
  if (name) look(draft, name, false)
}

/** `[~id]` is a mention, `[^file]` an attachment, and `[label|address]` a link. Other brackets are text. */
function addLinked(draft: Draft, linked: string, names: WikiNames, depth: number): void {
  const [label = '', address] = linked.split('|')
  if (linked.startsWith('~')) addText(draft, `@${mentioned(linked.slice(1), names)}`)
  else if (linked.startsWith('^')) addText(draft, linked.slice(1))
  else if (address === undefined && !isAddress(label)) addText(draft, `[${linked}]`)
  else {
    openLink(draft, address ?? label)
    if (address === undefined || depth >= maxDepth) addText(draft, label)
    else addWikiText(draft, label, names, maxDepth)
    closeLink(draft)
  }
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(text)
}

/** The ids of accounts say nothing to people. */
function mentioned(user: string, names: WikiNames): string {
  const id = user.replace(/^accountid:/, '')
  return names(id) ?? (id === user ? user : 'somebody')
}
