import { expect } from 'vitest'
import { bodies, sources } from './bodies.js'
import { pageOf, shown } from './shown.js'

/** Returns the name of a reviewed page. `npx vitest -u` rewrites the pages, which then need another review. */
export const pageNameOf = (name: string): string => name.replace(/\.(json|form\.txt|json\.txt)$/, '.html')

/** Expects that a body is accepted, its posts match the reviewed page, and readers see these words. */
export async function check(name: string, ...words: string[]): Promise<void> {
  const one = shown(name)
  expect(one).toMatchObject({ outcome: 'posted' })
  await expectPage(name)
  for (const word of words) expect(readableIn(pageOf(name, one))).toContain(word)
}

/** Expects that a body is rejected with these words for the sender. */
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

/** Returns the text for a reader: without comments and tags, and with decoded entities. */
function readableIn(page: string): string {
  const text = page.replace(/<!--.*?-->/gs, '').replace(/<[^>]*>/g, ' ')
  return text.replace(/&(\w+);/g, (_, name) => characters[name] ?? '?').replace(/\s+/g, ' ')
}
