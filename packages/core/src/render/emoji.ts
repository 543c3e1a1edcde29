import type { MarkdownIt, Token } from 'markdown-it'
import codes from './emoji-codes.json' with { type: 'json' }

const emojiOf = new Map<string, string>(Object.entries({ ...codes.plain, ...codes.toned }))
const takesTone = new Set(Object.keys(codes.toned))

/** Codes in a row, except in words, times and addresses such as `arn:aws:logs:x:y`. */
const codeRuns = /(?<![A-Za-z0-9:])(?::[\w+-]{1,60}:)+(?!:?[A-Za-z0-9])/g
const mayHaveCode = /:[\w+-]{1,60}:/
/** A code, with the skin tone that Slack writes after it. */
const slackCode = /:([\w+-]{1,60}):(?::skin-tone-([2-6]):)?/g
/** The skin tone within a name, as Mattermost and Discord write it. */
const namedTone = /^(.+?)_(?:tone([1-5])|(light|medium_light|medium|medium_dark|dark)_skin_tone)$/

const tones = ['\u{1f3fb}', '\u{1f3fc}', '\u{1f3fd}', '\u{1f3fe}', '\u{1f3ff}']
const toneNames = ['light', 'medium_light', 'medium', 'medium_dark', 'dark']

/**
 * Replaces Slack's and GitHub's codes, such as `:tada:` and `:+1::skin-tone-3:`, with their emoji (docs/behaviour.md,
 * rendering). Unknown codes stay.
 */
export function withEmoji(text: string): string {
  return text.includes(':') && mayHaveCode.test(text)
    ? text.replace(codeRuns, run => run.replace(slackCode, emojiFor))
    : text
}

function emojiFor(code: string, name: string, slackTone: string | undefined): string {
  if (slackTone !== undefined) {
    const shown = toned(name, Number(slackTone) - 2)
    return shown ?? `${emojiFor(`:${name}:`, name, undefined)}${emojiOf.get(`skin-tone-${slackTone}`)}`
  }
  const [, base = '', digit, words = ''] = namedTone.exec(name) ?? []
  return emojiOf.get(name) ?? toned(base, digit ? Number(digit) - 1 : toneNames.indexOf(words)) ?? code
}

/** Puts a tone behind the first character, in place of a selector. */
function toned(name: string, tone: number): string | undefined {
  if (!takesTone.has(name)) return undefined
  return emojiOf.get(name)?.replace(/^(.)\ufe0f?/u, `$1${tones[tone]}`)
}

/** Shows emoji in markdown, except in code and bare URLs. Runs last, because some emoji contain letters. */
export function emoji(md: MarkdownIt): void {
  md.core.ruler.push('emoji', ({ src, tokens }) => {
    if (!mayHaveCode.test(src)) return
    for (const { children } of tokens) if (children) showEmoji(children)
  })
}

function showEmoji(tokens: Token[]): void {
  let isUrl = false
  for (const token of tokens) {
    if (token.type === 'link_open') isUrl = token.info === 'auto'
    if (token.type === 'link_close') isUrl = false
    if (token.type === 'text' && !isUrl) token.content = withEmoji(token.content)
    if (token.children) showEmoji(token.children)
  }
}

/** The first version of the renderer that shows emoji (`htmlVersion`). */
const firstWithEmoji = 5

/** A tag, or the text up to the next one. Attributes have neither `<` nor `>`. */
const tagOrText = /<(\/?)([a-z0-9]+)[^<>]*>|[^<]+/g

/**
 * Shows emoji in a post's stored HTML that an older version rendered without them, except in code and bare URLs. The posts can't
 * be rendered again, because a split may have reopened their code blocks and tables. Returns newer HTML unchanged.
 */
export function withLaterEmoji(html: string, version: number): string {
  if (version >= firstWithEmoji || !mayHaveCode.test(html)) return html
  let codes = 0
  let isUrl = false
  return html.replace(tagOrText, (piece, slash: string | undefined, tag: string | undefined, at: number) => {
    if (tag === undefined) return codes > 0 || isUrl ? piece : withEmoji(piece)
    if (tag === 'code' || tag === 'pre') codes += slash === '/' ? -1 : 1
    if (tag === 'a') isUrl = slash === '' && showsItsUrl(piece, html.slice(at + piece.length))
    return piece
  })
}

/** Whether a link's text is its address, as of a URL without markup. */
function showsItsUrl(tag: string, rest: string): boolean {
  const href = /\shref="([^"]*)"/.exec(tag)?.[1] ?? ''
  const text = rest.slice(0, Math.max(0, rest.indexOf('<')))
  return text !== '' && href.endsWith(text)
}
