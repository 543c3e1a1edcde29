import { linkedWords } from './render/words.js'
import { withoutCode } from './text/code.js'

/** What a post's `hashtags` may hold (docs/behaviour.md, posts). */
const maxLength = 1000

/** The tags of a message, separated by spaces, as clients of API v3 see them; as many as there is room for (docs/behaviour.md, posts). */
export function hashtagsIn(message: string): string {
  if (!message.includes('#')) return ''
  let tags = ''
  for (const { kind, name } of linkedWords(withoutCode(message))) {
    const longer = `${tags && `${tags} `}#${name}`
    if (kind === 'hashtag' && longer.length <= maxLength) tags = longer
  }
  return tags
}
