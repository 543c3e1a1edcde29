import type { BrowserContextOptions, Page } from 'playwright-core'
import { type StackOptions, startStack } from './stack.js'
import { logIn, openVisitor } from './visitor.js'

type Entry = { user?: string; path?: string; options?: BrowserContextOptions; url?: string }

/** Opens a browser, logs in, and shows the page at the path; by default Town Square. */
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

/** Starts a stack, and opens Town Square as its administrator. */
export async function startAndEnter(options: StackOptions = {}) {
  const stack = await startStack(options)
  return { ...stack, ...(await enter(stack.consoleUrl)) }
}

/** Returns the texts of the rendered posts, top to bottom. */
export async function shownPosts(page: Page): Promise<string[]> {
  const texts = await page.getByRole('article').locator('.post-html').allInnerTexts()
  return texts.map(text => text.trim())
}
