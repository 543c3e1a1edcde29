import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { escapeHtml } from './escape.js'
import { linkedWords, type Word } from './words.js'

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
