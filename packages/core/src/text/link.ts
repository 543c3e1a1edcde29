const targetStart = /(?:[a-z][a-z0-9+.-]{0,31}:|www\.|\/)/iy

/**
 * Returns whether a link target starts at this position: it has a scheme, or starts with `www.` or `/`
 * (docs/behaviour.md, translation). Saves cutting it out first.
 */
export function hasTargetAt(text: string, at: number): boolean {
  targetStart.lastIndex = at
  return targetStart.test(text)
}

/**
 * Returns a markdown link. A target that would end the link early is put in angle brackets, which are not one of Slack's tags,
 * and keeps its backslashes. Unbalanced brackets in the label are escaped.
 */
export function markdownLink(label: string, target: string): string {
  const text = isBalanced(label, '[', ']') ? label : label.replace(/[[\]]/g, '\\$&')
  const kept = target.includes('\\') ? target.replaceAll('\\', '\\\\') : target
  return `[${text}](${isBare(kept) ? kept : `<${kept.replaceAll('|', '%7C')}>`})`
}

function isBare(target: string): boolean {
  return !/\s/.test(target) && isBalanced(target, '(', ')')
}

function isBalanced(text: string, opening: string, closing: string): boolean {
  if (!text.includes(opening) && !text.includes(closing)) return true
  let depth = 0
  for (const character of text) {
    if (character === opening) depth++
    else if (character === closing && --depth < 0) return false
  }
  return depth === 0
}

/** Joins lines by a space. Long runs of spaces would slow down a regular expression. */
export function inOneLine(text: string): string {
  return text
    .split('\n')
    .map(each => each.trim())
    .filter(each => each !== '')
    .join(' ')
}

/** Returns a label without line feeds. One that has none stays as it is. */
export function labelInOneLine(label: string): string {
  return label.includes('\n') ? inOneLine(label) : label
}
