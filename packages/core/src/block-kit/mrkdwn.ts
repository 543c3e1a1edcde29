import { findBareLinks } from '../text/bare-links.js'
import { mrkdwnCodeRanges } from '../text/code.js'
import { hasTargetAt, labelInOneLine } from '../text/link.js'
import { decodeEntities, linkTagsIn, nextOf, tagAt } from '../text/tags.js'
import {
  type Atom,
  aroundAtoms,
  escapeInline,
  escapeLabel,
  escapeLine,
  intendedMarks,
  linkAtom,
} from './escape-markdown.js'

/**
 * Text between two marks on one line, as Slack reads it: no letter next to the marks outside, no space or punctuation after
 * the first mark, and no space before the second. `logs-*,metrics-*`, `src/*` and `--all=*` contain none.
 */
const bold =
  /(?<![\p{L}\p{N}\\*/=.$%+]|[\p{L}\p{N}]-)(\*{1,2})(?![\s*,.;:!?)\]}])([^*\n]+)(?<!\s)\1(?![\p{L}\p{N}*])/gu
const italic =
  /(?<![\p{L}\p{N}\\_/=.$%+]|[\p{L}\p{N}]-)_(?![\s_,.;:!?)\]}])((?:[^_\n]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))+)(?<!\s)_(?![\p{L}\p{N}_])/gu
const struck =
  /(?<![\p{L}\p{N}\\~/=.$%+]|[\p{L}\p{N}]-)(~{1,2})(?![\s~,.;:!?)\]}])([^~\n]+)(?<!\s)\1(?![\p{L}\p{N}~])/gu

const quote = /^(?:&gt;|>) ?/
const quoteToEnd = /^(?:&gt;|>){3} ?/

/**
 * Returns Slack's mrkdwn as markdown: `*bold*` is bold and `~struck~` is struck. A quote ends with its line or, after `>>>`,
 * with the text. Characters that mean nothing in mrkdwn are escaped, and URLs stay as written. `translate` translates links
 * afterwards, with the whole text. Code stays, except for entities such as `&lt;`, which markdown would show as written.
 */
export function fromMrkdwn(text: string): string {
  return aroundAtoms(text, atomsOf(text), outline =>
    endQuotes(escapeInline(withMarks(outline)).split('\n')).replace(/[\uFDD1-\uFDD3]/g, written),
  )
}

/** Returns the label of a link or button: one line, in which URLs do not become links. */
export function labelFromMrkdwn(text: string): string {
  return aroundAtoms(text, codeAtoms(text), outline =>
    escapeInline(withMarks(outline)).replace(/[\uFDD1-\uFDD3]/g, written),
  )
}

function withMarks(outline: string): string {
  return outline
    .replace(bold, '\uFDD1$2\uFDD1')
    .replace(italic, '\uFDD2$1\uFDD2')
    .replace(struck, '\uFDD3$2\uFDD3')
}

function written(mark: string): string {
  return intendedMarks[mark as keyof typeof intendedMarks]
}

/** Returns the code, tags and bare URLs, in order. */
function atomsOf(text: string): Atom[] {
  const atoms: Atom[] = []
  let from = 0
  const tags = fromTags(text, labelFromMrkdwn)
  for (const code of [...codeAtoms(text), { start: text.length, end: text.length, markdown: '' }]) {
    for (const tag of tags(from, code.start)) atoms.push(tag)
    atoms.push(code)
    from = code.end
  }
  atoms.pop()
  return withLinks(atoms, text)
}

/** Excludes the line feed after a fence, which belongs to the surrounding text. */
function codeAtoms(text: string): Atom[] {
  return mrkdwnCodeRanges(text).map(({ start, end }) => {
    const last = text[end - 1] === '\n' ? end - 1 : end
    return { start, end: last, markdown: decodeEntities(text.slice(start, last)) }
  })
}

/** Adds the URLs that stand outside all atoms. */
function withLinks(atoms: Atom[], text: string): Atom[] {
  const links = findBareLinks(text, false)
  if (links.length === 0) return atoms
  const all: Atom[] = []
  let next = 0
  for (const link of links) {
    while (next < atoms.length && (atoms[next] as Atom).start <= link.start) all.push(atoms[next++] as Atom)
    if (link.start >= (all.at(-1)?.end ?? 0)) all.push(linkAtom(link, text))
  }
  return [...all, ...atoms.slice(next)]
}

/** Adds a blank line after each quote. In markdown, the lines after a quote would belong to it. */
function endQuotes(lines: string[]): string {
  const shown: string[] = []
  let isToEnd = false
  for (const line of lines) {
    const isBegun = isToEnd
    isToEnd ||= quoteToEnd.test(line)
    const rest = isBegun ? line : line.replace(isToEnd ? quoteToEnd : quote, '')
    const isQuote = isToEnd || rest !== line
    if (!isQuote && line !== '' && shown.at(-1)?.startsWith('> ')) shown.push('')
    shown.push(isQuote ? `> ${escapeLine(rest)}` : escapeLine(rest))
  }
  return shown.join('\n')
}

const channel = /<#(\w{1,100})(?:\|([^<>\n]{0,200}))?>/y

/** Ranges that mention people. `everyone` has no effect, since it means many more people than a channel's members. */
const broadcasts: Record<string, string> = { here: '@here', channel: '@channel' }

/**
 * Returns a function that finds Slack's tags in a range of `text`, in order. Call it with ascending ranges. It writes mentions
 * as ours, dates as their fallback, users and channels as their label or id, and links with their labels by `writeLabel`.
 */
function fromTags(
  text: string,
  writeLabel: (label: string) => string,
): (start: number, end: number) => Atom[] {
  const linkAt = linkTagsIn(text)
  const nextOpen = nextOf(text, '<')
  return (start, end) => {
    const atoms: Atom[] = []
    for (let open = nextOpen(start); open < end; ) {
      const atom = slackTag(text, open) ?? channelTag(text, open) ?? linkTag(text, open, linkAt, writeLabel)
      if (atom !== undefined && atom.end <= end) atoms.push(atom)
      open = nextOpen(atom !== undefined && atom.end <= end ? atom.end : open + 1)
    }
    return atoms
  }
}

/** Returns `here`, `channel` or `everyone` as our mention. */
export function broadcast(range: unknown): string | undefined {
  if (range === 'everyone') return '<!everyone>'
  return typeof range === 'string' && Object.hasOwn(broadcasts, range) ? broadcasts[range] : undefined
}

function slackTag(text: string, start: number): Atom | undefined {
  const tag = tagAt(text, start)
  if (tag === undefined) return undefined
  const [, name = ''] = /^<!(\w+)/.exec(text.slice(start, start + 20)) ?? []
  const isWord = tag.isMention || Object.hasOwn(broadcasts, name)
  const written = isWord ? tag.words : name === 'date' ? escapeLabel(tag.words) : text.slice(start, tag.end)
  return { start, end: tag.end, markdown: written }
}

function channelTag(text: string, start: number): Atom | undefined {
  channel.lastIndex = start
  const [all, id, label] = channel.exec(text) ?? []
  return all === undefined
    ? undefined
    : { start, end: start + all.length, markdown: label ? `~${label}` : `#${id}` }
}

function linkTag(
  text: string,
  start: number,
  linkAt: ReturnType<typeof linkTagsIn>,
  writeLabel: (label: string) => string,
): Atom | undefined {
  const tag = linkAt(start)
  if (tag === undefined || !hasTargetAt(text, start + 1)) return undefined
  const { bar, close } = tag
  const target = text.slice(start + 1, bar)
  const label = labelInOneLine(text.slice(bar + 1, close))
  return {
    start,
    end: close + 1,
    markdown: bar === close ? `<${target}>` : `<${target}|${writeLabel(label)}>`,
  }
}
