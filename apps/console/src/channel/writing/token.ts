import type { KeyboardEvent, RefObject } from 'react'

/** The characters that start a name: an emoji, a person, a channel, a hashtag. */
export type TokenKind = ':' | '@' | '~' | '#'

/** The name that somebody is typing. */
export type Token = { kind: TokenKind; term: string; start: number; end: number }

/** Handles a key while suggestions are shown. Returns whether it did. */
export type CompletionKeys = RefObject<((event: KeyboardEvent) => boolean) | null>

const beingTyped = /(?:^|[\s(>*_])([:@~#])([\p{L}\p{N}._+-]*)$/u
const inCode = /`[^`\n]*$/
const inFence = /^```/gm

/** Characters of a name before it is completed. Two keep `:)` and `#1` as they are. */
const least: Record<TokenKind, number> = { ':': 2, '@': 0, '~': 0, '#': 1 }
const maxTermLength = 64

/** Returns the name before the caret that can be completed. Code has none. */
export function tokenAt(text: string, caret: number): Token | undefined {
  const before = text.slice(0, caret)
  const [, kind, term = ''] = beingTyped.exec(before) ?? []
  if (!isKind(kind) || term.length < least[kind] || term.length > maxTermLength) return undefined
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const isCode = inCode.test(line.replace(/`[^`]*`/g, '')) || (before.match(inFence)?.length ?? 0) % 2 === 1
  return isCode ? undefined : { kind, term, start: caret - term.length - 1, end: caret }
}

function isKind(kind: string | undefined): kind is TokenKind {
  return kind !== undefined && kind in least
}

/** The text that replaces a token. */
export function completed({ kind }: Token, name: string): string {
  return kind === ':' ? `:${name}: ` : `${kind}${name} `
}
