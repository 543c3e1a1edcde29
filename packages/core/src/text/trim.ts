/** Removes `characters` from the end of `text`. Unlike a regular expression, it is fast on long runs. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] as string)) end--
  return text.slice(0, end)
}

/** Removes `characters` from both ends of `text`. */
export function trim(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text[start] as string)) start++
  return trimEnd(text.slice(start), characters)
}
