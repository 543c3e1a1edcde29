/** Returns a URL name: lowercase ASCII letters and digits with single hyphens. */
export function nameFor(title: string): string {
  const plain = title.normalize('NFKD').toLowerCase()
  return plain
    .replace(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, 64)
    .replace(/-$/, '')
}
