/** Returns a code block that shows `text`, whatever backticks it contains. */
export function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}\n${text.endsWith('\n') ? text.slice(0, -1) : text}\n${fence}`
}

/** Returns inline code that shows `text`. */
export function codeSpan(text: string): string {
  const longest = longestRun(text)
  const marks = '`'.repeat(longest + 1)
  return longest === 0 ? marks + text + marks : `${marks} ${text} ${marks}`
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
