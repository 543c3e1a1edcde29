import type { BrowserContextOptions, Page } from 'playwright-core'
import { startStack } from './stack.js'
import { logIn, openVisitor } from './visitor.js'

type Entry = { user?: string; path?: string; options?: BrowserContextOptions; url?: string }

/** Somebody who has logged in, before a channel or whatever the path shows. */
export async function enter(
  consoleUrl: string,
  { user = 'admin', path = '/first-team/channels/town-square', options }: Entry = {},
) {
  const visitor = await openVisitor(consoleUrl, options)
  await visitor.page.goto(path)
  await logIn(visitor.page, { user })
  await visitor.page.getByRole('navigation', { name: 'Sidebar' }).waitFor({ state: 'attached' })
  return visitor
}

/** A stack, and its administrator before Town Square. */
export async function startAndEnter() {
  const stack = await startStack()
  return { ...stack, ...(await enter(stack.consoleUrl)) }
}

/** The posts that are drawn, from above to below, as they are read. */
export async function shownPosts(page: Page): Promise<string[]> {
  const texts = await page.getByRole('article').locator('.post-html').allInnerTexts()
  return texts.map(text => text.trim())
}
