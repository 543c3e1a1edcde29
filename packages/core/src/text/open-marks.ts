/** How far back to search for an opening mark, so that a line of ten thousand URLs takes one pass. */
const lookBackChars = 256

/** Returns whether emphasis by `mark` (`*`, `_` or `~`) is open at this position of its line. */
export function isOpen(text: string, at: number, mark: string): boolean {
  const before = text.slice(Math.max(0, at - lookBackChars), at)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  let depth = 0
  for (let start = line.indexOf(mark); start >= 0; ) {
    let end = start + 1
    while (line[end] === mark) end++
    depth = Math.max(0, depth + stepAt(line, start, end, depth))
    start = line.indexOf(mark, end)
  }
  return depth > 0
}

/** A mark that could open or close, as in `logs-*,*`, only closes. */
function stepAt(line: string, start: number, end: number, depth: number): number {
  const before = line[start - 1] ?? ' '
  const after = line[end] ?? 'a'
  if (before === '\\') return 0
  const opens = /\S/.test(after) && (isWordy(after) || !isWordy(before))
  const closes = /\S/.test(before) && (isWordy(before) || !isWordy(after))
  if (closes) return depth > 0 ? -1 : 0
  return opens ? 1 : 0
}

function isWordy(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}
