import { renderMarkdown } from './render/markdown.js'

/** Returns the milliseconds of CPU time that `work` takes in this process. Other processes affect it less than wall time. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const ordinary = 'The build **failed** after 3 minutes: see [the log](https://ci.example.org/42). '
  .repeat(50)
  .slice(0, 4000)

/** Returns what rendering 1 MiB of ordinary text takes here, the measure for hostile texts. */
export function mebibyteMs(): number {
  return cpuMs(() => {
    for (let post = 0; post < 262; post++) renderMarkdown(ordinary)
  })
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** Returns the text that a reader of the HTML sees. */
export function seen(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => entities[name] ?? '')
}
