import { trimEnd } from '../text/trim.js'

/** A range of text that names a user, a channel or a tag. */
export type Word = { kind: 'mention' | 'channel' | 'hashtag'; name: string; start: number; end: number }

const kinds = { '@': 'mention', '~': 'channel', '#': 'hashtag' } as const

const words = /[@~#][\p{L}\p{N}][\p{L}\p{N}._-]*/gu
const wordBefore = /[\p{L}\p{N}_@~#./-]$/u
const channelReference = '<#'

/**
 * Finds `@name`, `~channel` and `#tag`, except inside words and without trailing punctuation (docs/behaviour.md, rendering).
 * `<#C1>` is not a tag: it has no effect.
 */
export function linkedWords(text: string): Word[] {
  const found: Word[] = []
  for (const { 0: match, index } of text.matchAll(words)) {
    const name = trimEnd(match.slice(1), '._-')
    const kind = kinds[match[0] as keyof typeof kinds]
    if (wordBefore.test(text.slice(Math.max(0, index - 2), index)) || !isName(kind, name)) continue
    if (text.startsWith(channelReference, index - 1)) continue
    found.push({ kind, name, start: index, end: index + 1 + name.length })
  }
  return found
}

/** A tag starts with a letter and has at least two characters (docs/behaviour.md, rendering). `@here` has no effect, and `~5min` is a time. */
function isName(kind: Word['kind'], name: string): boolean {
  if (kind === 'hashtag') return name.length > 1 && /^\p{L}/u.test(name)
  return kind === 'channel' ? !/^\d[\d.]*[a-z]{0,4}$/i.test(name) : name.toLowerCase() !== 'here'
}
