/** `text` without any of `characters` at its end; unlike a regular expression, quick on long runs of them. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] as string)) end--
  return text.slice(0, end)
}

/** `text` without any of `characters` at either end. */
export function trim(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text[start] as string)) start++
  return trimEnd(text.slice(start), characters)
}
