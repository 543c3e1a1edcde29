import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { trimEnd } from '../text/code-points.js'
import { escapeHtml } from './escape.js'

/** Renders `@name`, `~channel` and `#tag` as links. They name their target in an attribute, which the console resolves. */
export function linkWords(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'written_signs', keepWrittenSigns)
  md.core.ruler.push('linked_words', state => {
    for (const token of state.tokens) {
      if (token.type === 'inline' && token.children) token.children = linkIn(token.children, state)
    }
  })
  md.renderer.rules.written_sign = () => '@'
  md.renderer.rules.linked_word = (tokens, index) => {
    const { info: kind = '', markup: name = '', content = '' } = tokens[index] ?? {}
    return `<a class="${kind}" data-${kind}="${escapeHtml(name.toLowerCase())}">${escapeHtml(content)}</a>`
  }
}

const writtenSign = '&#64;'

/** A sign that is written as an entity mentions nobody (`mentions.ts`), so it does not join a name to a link. */
function keepWrittenSigns(state: StateCore): void {
  if (!state.src.includes(writtenSign)) return
  for (const { children } of state.tokens)
    for (const token of children ?? [])
      if (token.type === 'text_special' && token.markup === writtenSign) token.type = 'written_sign'
}

function linkIn(tokens: Token[], state: StateCore): Token[] {
  if (!tokens.some(({ type, content }) => type === 'text' && /[@~#]/.test(content))) return tokens
  let links = 0
  return tokens.flatMap(token => {
    if (token.type === 'link_open') links++
    if (token.type === 'link_close') links--
    return token.type === 'text' && links === 0 ? cutOut(token, state) : [token]
  })
}

function cutOut(text: Token, state: StateCore): Token[] {
  const tokens: Token[] = []
  let from = 0
  for (const word of linkedWords(text.content)) {
    tokens.push(plain(text.content.slice(from, word.start), state), wordToken(text.content, word, state))
    from = word.end
  }
  return from === 0 ? [text] : [...tokens, plain(text.content.slice(from), state)]
}

function plain(content: string, state: StateCore): Token {
  const token = new state.Token('text', '', 0)
  token.content = content
  return token
}

function wordToken(text: string, { kind, name, start, end }: Word, state: StateCore): Token {
  const token = new state.Token('linked_word', 'a', 0)
  token.info = kind
  token.markup = name
  token.content = text.slice(start, end)
  return token
}

/** A range of text that names a user, a channel or a tag. */
type Word = { kind: 'mention' | 'channel' | 'hashtag'; name: string; start: number; end: number }

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
