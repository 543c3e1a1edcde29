/** One of Slack's tags in words. */
export type Tag = { words: string; end: number; isMention: boolean }

const tag = /<([!@])([^<>|\n]{1,100})(?:\|([^<>\n]{0,200}))?>/y
/** Tags that mention nobody here, whatever they mean in Slack. */
const inert: Record<string, string> = {
  here: '@here',
  everyone: '@everyone',
  group: '@group',
  all: '@all',
  channel: '@channel',
}
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/**
 * Returns the tag at `at`: `<!here>` and similar, `<@U1|bob>`, `<!subteam^S1|@ops>`, `<!date^…|fallback>`. Uses its label if
 * there is one, otherwise the name. Returns undefined if there is no tag, or one without words, such as `<!x>`.
 */
export function tagAt(text: string, at: number): Tag | undefined {
  tag.lastIndex = at
  const [all, sign, name = '', written = ''] = tag.exec(text) ?? []
  if (all === undefined) return undefined
  const label = decodeEntities(written.trim())
  const end = at + all.length
  if (sign === '@')
    return /^[\w.-]+$/.test(name) ? { words: mention(label || name), end, isMention: true } : undefined
  if (Object.hasOwn(inert, name)) return { words: inert[name] as string, end, isMention: false }
  const group = /^subteam\^([\w-]+)$/.exec(name)?.[1]
  if (group !== undefined) return { words: mention(label || group), end, isMention: true }
  return label === '' ? undefined : { words: label, end, isMention: false }
}

/** Decodes `&`, `<` and `>`, which Slack's senders write as entities. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(/&(?:lt|gt|amp);/g, entity => entities[entity] as string) : text
}

function mention(label: string): string {
  return label.startsWith('@') ? label : `@${label}`
}
