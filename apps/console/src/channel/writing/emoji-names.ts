import codes from 'emojibase-data/en/shortcodes/iamcal.json'

/** Makes a character that is a text by default look like an emoji. */
const selector = '\ufe0f'

/** Slack's names of emoji, shortest first, so that `:+1` finds `+1` before all others. */
export const emojiNames: { name: string; shown: string }[] = Object.entries(codes)
  .flatMap(([hexcode, names]) => [names].flat().map(name => ({ name, shown: emojiOf(hexcode) })))
  .toSorted((one, other) => one.name.length - other.name.length)

function emojiOf(hexcode: string): string {
  const points = hexcode.split('-').map(point => Number.parseInt(point, 16))
  return String.fromCodePoint(...points) + (points.length === 1 ? selector : '')
}
