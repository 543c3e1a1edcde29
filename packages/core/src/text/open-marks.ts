/** As far back as an opening mark is looked for: a line of ten thousand addresses is read in one pass. */
const lookBackChars = 256

/** Whether emphasis by `mark` (`*`, `_` or `~`) is open in the line where `at` stands: as many end before as begin. */
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

/** What could be either, as in `logs-*,*`, ends what is open and begins nothing. */
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
