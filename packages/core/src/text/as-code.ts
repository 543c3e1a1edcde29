const maxShown = 300

/** Text in markdown that is neither a link nor a mention nor markup: at most 300 characters of it, on one line. */
export function asCode(text: string): string {
  const shown = [...text.slice(0, 2 * maxShown)].slice(0, maxShown).join('')
  return `\`${shown.replaceAll('`', "'").replace(/\s+/g, ' ')}\``
}
