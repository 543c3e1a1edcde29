import { renderMarkdown } from './render/markdown.js'

/** Milliseconds of processor time that some work takes in this process: less changeable than the clock where others work too. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const ordinary = 'The build **failed** after 3 minutes: see [the log](https://ci.example.org/42). '
  .repeat(50)
  .slice(0, 4000)

/** What rendering a mebibyte of ordinary text takes here: the measure for what hostile text may take. */
export function mebibyteMs(): number {
  return cpuMs(() => {
    for (let post = 0; post < 262; post++) renderMarkdown(ordinary)
  })
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** What a reader sees of HTML. */
export function seen(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => entities[name] ?? '')
}
