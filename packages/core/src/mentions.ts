import type { Payload } from './payload/payload.js'
import type { DraftPost } from './posts/compose.js'
import { withoutCode } from './text/code.js'
import { translate } from './text/translate.js'
import { trim } from './text/trim.js'
import { isRecord } from './values/keys.js'

const mostCharsAtOnce = 16 * 1024

/**
 * The words of a post that may be somebody's mention: `@name`, `@channel`, `@all`, and plain words, for those who asked to
 * be told of their first name or a keyword. Lower-cased and as written; never from code or addresses (docs/behaviour.md, mentions).
 * Whose they are, the worker knows.
 */
export function mentionWords({ message, props }: DraftPost): Set<string> {
  const attachments = Array.isArray(props.attachments) ? props.attachments.filter(isRecord) : []
  return wordsOf([message, ...textsOf(attachments)])
}

/**
 * The same of all posts that a payload becomes, but for a word that is cut where a post ends. None of a payload with more
 * than 16 Ki characters: its words are looked at post by post, as a mebibyte of them in one piece takes up to a tenth of a second.
 */
export function payloadMentionWords({ text, attachments }: Payload): Set<string> {
  const texts = [text, ...textsOf(attachments)].filter(each => each.includes('@') || each.includes('<!'))
  const chars = texts.reduce((sum, { length }) => sum + length, 0)
  return chars > mostCharsAtOnce ? new Set() : wordsOf(texts.map(translate))
}

function textsOf(attachments: { pretext?: unknown; text?: unknown }[]): string[] {
  const texts = attachments.flatMap(({ pretext, text }) => [pretext, text])
  return texts.filter(text => typeof text === 'string')
}

function wordsOf(texts: string[]): Set<string> {
  const words = new Set<string>()
  for (const text of texts) {
    const found = withoutTags(withoutAddresses(withoutCode(text))).match(/[\p{L}\p{N}.\-_@:]+/gu)
    for (const word of new Set(found)) addCandidates(word, words) // a word that repeats is looked at once
  }
  words.delete('@here') // no effect anywhere (docs/behaviour.md, mentions)
  return words
}

/** The word, then without the punctuation around it, then, unless it names somebody, its pieces. */
function addCandidates(word: string, words: Set<string>): void {
  if (/^:.*:$/.test(word)) return // an emoji
  add(word, words)
  const bare = trim(word, '.:-_')
  add(bare, words)
  if (!bare.startsWith('@')) for (const piece of bare.split(/[.:-]/)) add(piece, words)
}

function add(word: string, words: Set<string>): void {
  if (word === '') return
  words.add(word)
  words.add(word.toLowerCase())
}

/** `https://example.com/@bob` is about no bob. */
function withoutAddresses(text: string): string {
  return text.includes('://') ? text.replace(/:\/\/[^\s<>|]*/g, ' ') : text
}

/** What Slack's tags are shown as is no mention of ours: `<!here|@channel>` has no effect. */
function withoutTags(text: string): string {
  return text.includes('<!') || text.includes('<@')
    ? text.replace(/<[!@][^<>|\n]{1,100}\|[^<>\n]{0,200}>/g, ' ')
    : text
}
