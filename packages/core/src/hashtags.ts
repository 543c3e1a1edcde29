import { linkedWords } from './render/linked-words.js'
import { withoutCode } from './text/code.js'

/** The maximum length of a post's `hashtags` (docs/behaviour.md, posts). */
const maxLength = 1000

/** Returns a message's tags for clients of API v3, separated by spaces, up to the maximum length (docs/behaviour.md, posts). */
export function hashtagsIn(message: string): string {
  if (!message.includes('#')) return ''
  let tags = ''
  for (const { kind, name } of linkedWords(withoutCode(message))) {
    const longer = `${tags && `${tags} `}#${name}`
    if (kind === 'hashtag' && longer.length <= maxLength) tags = longer
  }
  return tags
}
