import { expect } from 'vitest'
import { bodies, sources } from './bodies.js'
import { pageOf, shown } from './shown.js'

/** Where the pages are that somebody has looked at; `npx vitest -u` writes them anew, to be looked at again. */
export const pageNameOf = (name: string): string => name.replace(/\.(json|form\.txt|json\.txt)$/, '.html')

/** A body is taken, its posts are as they were looked at, and among what a person reads are these words. */
export async function check(name: string, ...words: string[]): Promise<void> {
  const one = shown(name)
  expect(one).toMatchObject({ outcome: 'posted' })
  await expectPage(name)
  for (const word of words) expect(readableIn(pageOf(name, one))).toContain(word)
}

/** A body is refused, and the sender is told these words. */
export async function checkRefused(name: string, refusal: string, words: string): Promise<void> {
  expect(shown(name)).toMatchObject({ outcome: 'refused', refusal, detail: expect.stringContaining(words) })
  await expectPage(name)
}

async function expectPage(name: string): Promise<void> {
  expect(bodies).toContain(name)
  expect(sources[name]).toBeTypeOf('string')
  await expect(pageOf(name, shown(name))).toMatchFileSnapshot(`rendered/${pageNameOf(name)}`)
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** What is left for a reader: no comments, no tags, the characters that entities stand for. */
function readableIn(page: string): string {
  const text = page.replace(/<!--.*?-->/gs, '').replace(/<[^>]*>/g, ' ')
  return text.replace(/&(\w+);/g, (_, name) => characters[name] ?? '?').replace(/\s+/g, ' ')
}
