import { labelInOneLine } from '../text/in-one-line.js'
import { hasTargetAt } from '../text/link.js'
import { linkTagsIn } from '../text/link-tags.js'
import { nextOf } from '../text/next-of.js'
import { tagAt } from '../text/tags.js'
import type { Atom } from './atoms.js'
import { escapeLabel } from './escape-markdown.js'

const channel = /<#(\w{1,100})(?:\|([^<>\n]{0,200}))?>/y

/** Ranges that mention people. `everyone` has no effect, since it means many more people than a channel's members. */
const broadcasts: Record<string, string> = { here: '@here', channel: '@channel' }

/**
 * Returns a function that finds Slack's tags in a range of `text`, in order. Call it with ascending ranges. It writes mentions
 * as ours, dates as their fallback, users and channels as their label or id, and links with their labels by `writeLabel`.
 */
export function fromTags(
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
