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
