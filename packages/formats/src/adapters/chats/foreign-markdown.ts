import { codeRanges } from '@posthorn/core'
import { truncate } from '../markdown.js'

/** Whom another chat's text may mention: everyone, and users by their names here. By default nobody. */
export type Allowed = { everyone: boolean; users: (name: string) => boolean }

const nobody: Allowed = { everyone: false, users: () => false }

type Options = {
  /** Longer texts are shortened. */
  most: number
  mentions?: Allowed
  /** Writes the other chat's own tags as text. Not called for code. */
  tags?: (prose: string) => string
}

/** Addresses, mentions, announcements and images. Code and addresses mention nobody (`mentions.ts`). */
const special = /:\/\/[^\s<>|]*|(?<![\p{L}\p{N}])@[\p{L}\p{N}][\p{L}\p{N}._-]*|<!(?=[a-z])|!\[(?:\](?=\())?/gu

/** Returns another chat's markdown. It mentions only those who are allowed, and shows links instead of images. */
export function foreignMarkdown(text: string, { most, mentions = nobody, tags }: Options): string {
  return withoutEffects(truncate(text.trim(), most), mentions, tags)
}

/** Returns markdown that mentions only those who are allowed, and shows links instead of images. */
export function withoutEffects(markdown: string, mentions = nobody, tags?: Options['tags']): string {
  const prose = (part: string) =>
    (tags?.(part) ?? part).replace(special, found => withoutEffect(found, mentions))
  let written = ''
  let from = 0
  for (const { start, end } of codeRanges(markdown)) {
    written += prose(markdown.slice(from, start)) + markdown.slice(start, end)
    from = end
  }
  return written + prose(markdown.slice(from))
}

const everyone = /^@(?:everyone|channel|all)$/i

function withoutEffect(found: string, { everyone: mayAll, users }: Allowed): string {
  if (found.startsWith('://')) return found
  if (found === '<!') return '&lt;!'
  if (found.startsWith('![')) return found.endsWith(']') ? '[image]' : '['
  if (everyone.test(found)) return mayAll ? '@channel' : `&#64;${found.slice(1)}`
  return users(found.slice(1)) ? found : `&#64;${found.slice(1)}`
}

/** Users, roles, channels, emoji and times, as Discord writes them. */
const tag = /<(?:@[!&]?(\d{1,20})|#(\d{1,20})|a?(:\w{1,32}:)\d{1,20}|t:(-?\d{1,12})(?::[tTdDfFR])?)>/g

const smallText = /^-# /gm

/** Writes Discord's tags as text. The names behind its numbers are unknown here. */
export function discordTags(prose: string): string {
  return prose
    .replace(smallText, '')
    .replace(tag, (_tag, user?: string, channel?: string, emoji?: string, seconds?: string) => {
      if (user !== undefined) return `@${user}`
      if (channel !== undefined) return `#${channel}`
      return emoji ?? timeOf(Number(seconds))
    })
}

function timeOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Text between two marks on one line. A mark has no letter next to it outside, and no space inside. */
const struck = /(?<![\p{L}\p{N}~/\\])~(?![\s~])([^~\n]{1,2000})(?<!\s)~(?![\p{L}\p{N}~])/gu
const strong = /(?<![\p{L}\p{N}*/\\])\*(?![\s*])([^*\n]{1,2000})(?<!\s)\*(?![\p{L}\p{N}*])/gu
const user = /<users\/(\w{1,40})>/g

/** Writes Google Chat's `*bold*`, `~struck~` and `<users/123>` as ours. The names behind its numbers are unknown here. */
export function googleMarks(prose: string): string {
  return prose.replace(user, '@$1').replace(strong, '**$1**').replace(struck, '~~$1~~')
}
