const maxLength = 64

/**
 * Returns the name that a user most likely meant: one that differs only in case and spaces, otherwise the one with the fewest
 * inserted, missing, changed or swapped characters, if these are few for its length. The first of equals wins.
 */
export function nearestName(wanted: string, names: string[]): string | undefined {
  const plain = plainName(wanted)
  if (plain === '' || plain.length > maxLength) return undefined
  let nearest: string | undefined
  let fewest = plain.length < 4 ? 1 : plain.length < 8 ? 2 : 3
  for (const name of names) {
    const distance = editsWithin(plain, plainName(name), fewest)
    if (distance === undefined || (nearest !== undefined && distance === fewest)) continue
    nearest = name
    fewest = distance
    if (distance === 0) break
  }
  return nearest
}

function plainName(name: string): string {
  const plain = name.slice(0, maxLength + 1).toLowerCase()
  return /[\s_]/.test(plain) ? plain.trim().replace(/[\s_]/g, '-') : plain
}

/** Returns the number of edits between two names if it is at most `limit`. Skips their common start and end. */
function editsWithin(one: string, other: string, limit: number): number | undefined {
  if (Math.abs(one.length - other.length) > limit) return undefined
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return countEdits(one.slice(start, one.length - end), other.slice(start, other.length - end), limit)
}

/** Counts row by row, with swapped neighbours as one edit. Stops when a whole row exceeds the limit. */
function countEdits(one: string, other: string, limit: number): number | undefined {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1
      const edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + change)
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current.push(swapped ? Math.min(edits, at(beforeLast, column - 2) + 1) : edits)
    }
    if (Math.min(...current) > limit) return undefined
    beforeLast = last
    last = current
  }
  const edits = at(last, other.length)
  return edits <= limit ? edits : undefined
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
