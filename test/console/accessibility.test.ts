import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { personIn } from './person.js'
import { startStack } from './stack.js'

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
  })

test('announces new posts politely, and together if they come fast', async () => {
  const stack = await startStack()
  const { page } = await enter(stack.consoleUrl)
  const reader = await personIn(stack, 'reader', 'town-square')
  await reader.write('nothing is announced while the page loads')
  await page.getByText('nothing is announced').last().waitFor()
  await reader.write('first')
  const updates = page.getByRole('status', { name: 'Updates' })
  await updates.getByText('reader wrote: first').waitFor()
  for (let index = 0; index < 5; index++) await reader.write(`more ${index}`)
  await updates.getByText('5 new messages').waitFor()
})

test('skips from the first stop of the keyboard past the sidebar to the posts, which show the focus', async () => {
  const { consoleUrl, send, allWorked } = await startStack()
  await send({ text: 'a post' })
  await allWorked()
  const { page } = await enter(consoleUrl)
  await page.reload()
  await page.getByText('a post').last().waitFor()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  expect(new URL(page.url()).hash).toBe('')
  const posts = page.getByRole('region', { name: 'Posts' })
  for (let stop = 0; stop < 5 && (await focused(page)) !== 'Posts'; stop++) await page.keyboard.press('Tab')
  expect(await posts.evaluate(element => getComputedStyle(element).outlineStyle)).toBe('solid')
})

/** Returns the page of the first hook's settings, and closes an open dialog with Escape. */
async function startSettings() {
  const { consoleUrl, db } = await startStack()
  const { id } = await db.hook.findFirstOrThrow()
  const { page } = await enter(consoleUrl, { path: `/first-team/integrations/incoming/${id}/settings` })
  const pressEscape = async () => {
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  return { page, pressEscape }
}

test('returns the focus to the button that opened a dialog, also to a menu’s', async () => {
  const { page, pressEscape } = await startSettings()
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await pressEscape()
  expect(await focused(page)).toBe('Delete webhook')
  await page.goto('/admin/hooks')
  await page.getByRole('button', { name: 'Actions for First hook' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Transfer' }).focus()
  await page.keyboard.press('Enter')
  await pressEscape()
  expect(await focused(page)).toBe('Actions for First hook')
})

test('shows switches, tabs, and what is current in forced colours', async () => {
  const { page } = await startSettings()
  await page.emulateMedia({ forcedColors: 'active' })
  const colourOf = (name: string, property: 'borderBottomColor' | 'backgroundColor') =>
    page
      .getByRole('main')
      .getByRole('link', { name, exact: true })
      .evaluate((element, property) => getComputedStyle(element)[property], property)
  const toggle = page.getByRole('switch', { name: 'Lock to this channel' })
  expect(await toggle.evaluate(element => getComputedStyle(element).appearance)).toBe('auto')
  const line = await colourOf('Settings', 'borderBottomColor')
  expect(line).not.toBe(await colourOf('Deliveries', 'borderBottomColor'))
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.getByRole('link', { name: 'Rejected', exact: true }).click()
  await page.waitForURL(/outcome=rejected/)
  const ground = await colourOf('Rejected', 'backgroundColor')
  expect(ground).not.toBe(await colourOf('Posted', 'backgroundColor'))
})

test('marks only the page itself as current, and not the pages above it', async () => {
  const { consoleUrl } = await startStack()
  const { page } = await enter(consoleUrl)
  const current = () => page.locator('[aria-current=page]:visible').allInnerTexts()
  await page.getByRole('heading', { name: 'Town Square', level: 1 }).waitFor()
  expect(await current()).toEqual(['Town Square'])
  await page.goto('/admin/users/new')
  await page.getByRole('heading', { name: 'New user', level: 1 }).waitFor()
  expect(await current()).toEqual(['Users'])
})
