/** `<!…>`, `<@…>`, `<#…>`: what Slack knows by an id or a word of its own, with its label when there is one. */
const tag = /<([!@#])([^<>|\n]{1,100})(?:\|([^<>\n]{0,200}))?>/g

const broadcasts: Record<string, string> = { here: '@here', channel: '@channel', everyone: '@all' }

/**
 * Writes Slack's tags as words: mentions of everybody as ours, dates as their fallback, users and channels by their label,
 * or by the id that only Slack knows.
 */
export function fromTags(text: string): string {
  if (!text.includes('<')) return text
  return text.replace(tag, (whole, sign: string, name: string, label?: string) => {
    if (sign === '!') return broadcast(name) ?? (label || whole)
    if (sign === '#') return label ? `~${label}` : `#${name}`
    return mention(label || name)
  })
}

/** `here`, `channel` or `everyone` as our mention. */
export function broadcast(range: unknown): string | undefined {
  return typeof range === 'string' && Object.hasOwn(broadcasts, range) ? broadcasts[range] : undefined
}

function mention(label: string): string {
  return label.startsWith('@') ? label : `@${label}`
}
