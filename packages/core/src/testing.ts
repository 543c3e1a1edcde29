import { expect } from 'vitest'
import { renderMarkdown } from './render/markdown.js'

/** Returns the milliseconds of CPU time that `work` takes in this process. Other processes affect it less than wall time. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const firstSize = 8 * 1024
/** Shorter times are too inexact to be compared. */
const leastMs = 0.25
/** What a doubling may multiply the time with: more than the 2 of linear work, less than the 4 of quadratic work. */
const mostPerDoubling = 3.2
/** How often a time that seems too long is taken again, because a collection of garbage may fall into one. */
const retries = 12

/**
 * Expects that the time of `work` grows like its input. Doubles the input so many times, and stops at the first that takes too
 * long, so that something quadratic ends soon: it takes four times as long for each doubling.
 */
export function expectLinear(work: (length: number) => void, doublings = 5): void {
  const firstMs = () => cpuMs(() => work(firstSize))
  let perCharacterMs = Math.max(leastMs, Math.min(firstMs(), firstMs())) / firstSize
  for (let size = 2 * firstSize; size <= firstSize * 2 ** doublings; size *= 2) {
    const mostMs = mostPerDoubling * (size / 2) * perCharacterMs
    let ms = cpuMs(() => work(size))
    for (let retry = 0; retry < retries && ms > mostMs; retry++)
      ms = Math.min(
        ms,
        cpuMs(() => work(size)),
      )
    expect(ms, `${size} characters take ${ms} ms`).toBeLessThan(mostMs)
    perCharacterMs = Math.max(perCharacterMs, ms / size)
  }
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
