/** Whether something is worth linking to: it has a scheme, or starts with `www.` or `/` (docs/behaviour.md, translation). */
export function looksLikeTarget(target: string): boolean {
  return hasTargetAt(target, 0)
}

const targetStart = /(?:[a-z][a-z0-9+.-]{0,31}:|www\.|\/)/iy

/** Whether something worth linking to begins there in a text: it need not be cut out first. */
export function hasTargetAt(text: string, at: number): boolean {
  targetStart.lastIndex = at
  return targetStart.test(text)
}

/** A markdown link. A target that would end the link early is put in angle brackets, an odd bracket in the label is escaped. */
export function markdownLink(label: string, target: string): string {
  const text = isBalanced(label, '[', ']') ? label : label.replace(/[[\]]/g, '\\$&')
  return `[${text}](${isBare(target) ? target : `<${target}>`})`
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
