import { withoutTags } from '../../markup/html-in-markdown.js'
import { utcMilliseconds } from '../../utc-time.js'

/** Mentions, and dates in the reader's time zone, as Teams writes them. */
const tag = /<at>([^<>]{1,100})<\/at>|\{\{(DATE|TIME)\(([\w:.+-]{1,40})(?:,\s?\w{1,10})?\)\}\}/g

/** Writes the tags of Teams and HTML as markdown. A mention becomes a name, which notifies nobody. */
export function teamsTags(prose: string): string {
  const named = prose.replace(tag, (written, name?: string, kind?: string, time = '') => {
    if (name !== undefined) return `@${name}`
    const ms = utcMilliseconds(time)
    if (!Number.isFinite(ms)) return written
    const [date = '', hours = ''] = new Date(ms).toISOString().split('T')
    return kind === 'DATE' ? date : `${hours.slice(0, 5)} UTC`
  })
  return named.includes('<') ? withoutTags(named) : named
}
