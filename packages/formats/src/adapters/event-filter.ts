/** Lists of shell wildcards, separated by commas. Null for no filter. */
export type EventFilter = { only: string | null; exclude: string | null }

const maxPatterns = 50

/**
 * Returns whether a filter lets an event pass. `push` matches the event of this name, and `pull_request` all its kinds, such
 * as `pull_request.opened`. `*` stands for any characters, `?` for one.
 */
export function isWanted(event: string, { only, exclude }: EventFilter): boolean {
  return (only === null || matchesAny(event, only)) && (exclude === null || !matchesAny(event, exclude))
}

function matchesAny(event: string, list: string): boolean {
  const patterns = list.split(',', maxPatterns).map(each => each.trim().toLowerCase())
  const [kind = ''] = event.toLowerCase().split('.')
  return patterns.some(pattern => matches(event.toLowerCase(), pattern) || matches(kind, pattern))
}

/** Law: linear in the text times the pattern. A regular expression could take exponential time. */
function matches(text: string, pattern: string): boolean {
  let at = 0
  let inPattern = 0
  let star = -1
  let afterStar = 0
  while (at < text.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern++
      afterStar = at
    } else if (pattern[inPattern] === '?' || pattern[inPattern] === text[at]) {
      at++
      inPattern++
    } else if (star >= 0) {
      inPattern = star + 1
      at = ++afterStar
    } else return false
  }
  while (pattern[inPattern] === '*') inPattern++
  return inPattern === pattern.length
}
