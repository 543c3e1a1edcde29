import { hasTargetAt } from './link.js'

/** One of Slack's tags in words. */
type Tag = { words: string; end: number; isMention: boolean }

const tag = /<([!@])([^<>|\n]{1,100})(?:\|([^<>\n]{0,200}))?>/y
/** Tags that mention nobody here, whatever they mean in Slack. */
const inert: Record<string, string> = {
  here: '@here',
  everyone: '@everyone',
  group: '@group',
  all: '@all',
  channel: '@channel',
}
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/**
 * Returns the tag at `at`: `<!here>` and similar, `<@U1|bob>`, `<!subteam^S1|@ops>`, `<!date^…|fallback>`. Uses its label if
 * there is one, otherwise the name. Returns undefined if there is no tag, or one without words, such as `<!x>`.
 */
export function tagAt(text: string, at: number): Tag | undefined {
  tag.lastIndex = at
  const [all, sign, name = '', written = ''] = tag.exec(text) ?? []
  if (all === undefined) return undefined
  const label = decodeEntities(written.trim())
  const end = at + all.length
  if (sign === '@')
    return /^[\w.-]+$/.test(name) ? { words: mention(label || name), end, isMention: true } : undefined
  if (Object.hasOwn(inert, name)) return { words: inert[name] as string, end, isMention: false }
  const group = /^subteam\^([\w-]+)$/.exec(name)?.[1]
  if (group !== undefined) return { words: mention(label || group), end, isMention: true }
  return label === '' ? undefined : { words: label, end, isMention: false }
}

/** Decodes `&`, `<` and `>`, which Slack's senders write as entities. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(/&(?:lt|gt|amp);/g, entity => entities[entity] as string) : text
}

function mention(label: string): string {
  return label.startsWith('@') ? label : `@${label}`
}

/** Positions in a tag. `bar` equals `close` if there is no label. */
export type LinkTag = { bar: number; close: number }

/** The maximum length of a label with several lines. Longer ones are more likely an unrelated `<` and `>`. */
const maxLinedLabelChars = 500

/**
 * Returns a function that reads the link at a `<`: `<URL>` or `<URL|label>`. Call it with ascending positions. A URL is on one
 * line and contains no further `<`. So is its label, unless it is short and has no blank lines.
 */
export function linkTagsIn(text: string): (open: number) => LinkTag | undefined {
  const [nextOpen, nextBar] = [nextOf(text, '<'), nextOf(text, '|')]
  const [nextClose, nextFeed] = [nextOf(text, '>'), nextOf(text, '\n')]
  return open => {
    const [bar, close, newline] = [nextBar(open), nextClose(open), nextFeed(open)]
    const another = nextOpen(open + 1)
    const targetEnd = Math.min(bar, close)
    if (close === text.length || another < targetEnd || newline < targetEnd) return undefined
    if (bar > close) return { bar: close, close }
    if (!hasTargetAt(text, open + 1)) return undefined
    return newline > close || (another > close && isLabelInLines(text, bar, close))
      ? { bar, close }
      : undefined
  }
}

function isLabelInLines(text: string, bar: number, close: number): boolean {
  return close - bar <= maxLinedLabelChars && !/\n[ \t\r]*\n|```/.test(text.slice(bar + 1, close))
}

/**
 * Returns a function that finds where `wanted` is next, from positions that ascend; the length of the text if nowhere. Each
 * stretch is searched once, so that a million questions take one pass.
 */
export function nextOf(text: string, wanted: string): (from: number) => number {
  let next = -1
  return from => {
    if (next < from) {
      const at = text.indexOf(wanted, from)
      next = at < 0 ? text.length : at
    }
    return next
  }
}
