/** A tag of Slack's in words. */
export type Tag = { words: string; end: number; isMention: boolean }

const tag = /<([!@])([^<>|\n]{1,100})(?:\|([^<>\n]{0,200}))?>/y
/** Mention nobody here, whoever they mean in Slack. */
const inert: Record<string, string> = {
  here: '@here',
  everyone: '@everyone',
  group: '@group',
  all: '@all',
  channel: '@channel',
}
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/**
 * The tag that begins at `at`: `<!here>` and its kin, `<@U1|bob>`, `<!subteam^S1|@ops>`, `<!date^…|fallback>`; with its
 * label when there is one, else with what it names. Undefined where there is none, or one that says nothing, as `<!x>`.
 */
export function tagAt(text: string, at: number): Tag | undefined {
  tag.lastIndex = at
  const [all, sign, name = '', written = ''] = tag.exec(text) ?? []
  if (all === undefined) return undefined
  const label = meantBy(written.trim())
  const end = at + all.length
  if (sign === '@')
    return /^[\w.-]+$/.test(name) ? { words: mention(label || name), end, isMention: true } : undefined
  if (Object.hasOwn(inert, name)) return { words: inert[name] as string, end, isMention: false }
  const group = /^subteam\^([\w-]+)$/.exec(name)?.[1]
  if (group !== undefined) return { words: mention(label || group), end, isMention: true }
  return label === '' ? undefined : { words: label, end, isMention: false }
}

/** What Slack has its senders write for `&`, `<` and `>`. */
export function meantBy(text: string): string {
  return text.includes('&') ? text.replace(/&(?:lt|gt|amp);/g, entity => entities[entity] as string) : text
}

function mention(label: string): string {
  return label.startsWith('@') ? label : `@${label}`
}
