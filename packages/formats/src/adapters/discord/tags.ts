/** Users, roles, channels, emoji and times, as Discord writes them. */
const tag = /<(?:@[!&]?(\d{1,20})|#(\d{1,20})|a?(:\w{1,32}:)\d{1,20}|t:(-?\d{1,12})(?::[tTdDfFR])?)>/g

/** Writes Discord's tags as text. The names behind its numbers are unknown here. */
export function discordTags(prose: string): string {
  return prose.replace(tag, (_tag, user?: string, channel?: string, emoji?: string, seconds?: string) => {
    if (user !== undefined) return `@${user}`
    if (channel !== undefined) return `#${channel}`
    return emoji ?? timeOf(Number(seconds))
  })
}

function timeOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
