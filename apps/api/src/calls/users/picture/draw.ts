/** Dark enough for white letters, by WCAG AA. */
const colours = ['#4f46e5', '#0f766e', '#b45309', '#be185d', '#1d4ed8', '#6d28d9', '#15803d', '#b91c1c']

/** Draws the initials of a user name on a colour derived from it, as an SVG. */
export function drawnPicture({ id, username }: { id: string; username: string }): string {
  const colour = colours[sumOf(id) % colours.length]
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">',
    `<rect width="256" height="256" fill="${colour}"/>`,
    '<text x="128" y="128" dy="0.35em" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="600"',
    ` font-size="112" fill="#fff">${initialsOf(username)}</text></svg>`,
  ].join('')
}

/** Returns AL for `ada.lovelace` and A for `ada`. User names contain nothing that needs escaping. */
function initialsOf(username: string): string {
  const words = username.split(/[^a-z0-9]+/i).filter(word => word !== '')
  const [first = '?', ...others] = words.map(word => word.slice(0, 1).toUpperCase())
  return first + (others.at(-1) ?? '')
}

function sumOf(id: string): number {
  return Array.from(id).reduce((sum, character) => sum + character.charCodeAt(0), 0)
}
