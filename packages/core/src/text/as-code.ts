const maxShown = 300

/** Returns inline code with at most 300 characters of the text, on one line: no link, mention or markup. */
export function asCode(text: string): string {
  const shown = [...text.slice(0, 2 * maxShown)].slice(0, maxShown).join('')
  return `\`${shown.replaceAll('`', "'").replace(/\s+/g, ' ')}\``
}
