import type { Payload } from './payload/payload.js'
import type { DraftPost } from './posts/compose.js'
import { withoutCode } from './text/code.js'
import { trim } from './text/code-points.js'
import { translate } from './text/translate.js'
import { isRecord } from './values/keys.js'

const mostCharsAtOnce = 16 * 1024

/**
 * Returns the words of a post that may mention somebody, as written and in lowercase: `@name`, `@channel`, `@all`, and plain
 * words, for users who are notified about their first name or a keyword. Excludes code and URLs (docs/behaviour.md,
 * mentions). The worker looks up the users.
 */
export function mentionWords({ message, props }: DraftPost): Set<string> {
  const attachments = Array.isArray(props.attachments) ? props.attachments.filter(isRecord) : []
  return wordsOf([message, ...textsOf(attachments)])
}

/**
 * Returns the words of all posts of a payload, except those that are cut where a post ends. Returns none if the payload has
 * more than 16 Ki characters: the worker then checks post by post, since 1 MiB at once takes up to 100 ms.
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
    for (const word of new Set(found)) addCandidates(word, words) // checks repeated words once
  }
  words.delete('@here') // no effect anywhere (docs/behaviour.md, mentions)
  return words
}

/** Adds the word, the word without surrounding punctuation, and, unless that names a user, its parts. */
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

/** Removes URLs, because `https://example.com/@bob` mentions nobody. */
function withoutAddresses(text: string): string {
  return text.includes('://') ? text.replace(/:\/\/[^\s<>|]*/g, ' ') : text
}

/** Removes Slack's tags with labels, because `<!here|@channel>` has no effect. */
function withoutTags(text: string): string {
  return text.includes('<!') || text.includes('<@')
    ? text.replace(/<[!@][^<>|\n]{1,100}\|[^<>\n]{0,200}>/g, ' ')
    : text
}
