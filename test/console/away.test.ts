import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startAndEnter } from './enter.js'
import { look } from './look.js'

const unreachable = [/Failed to load resource: net::/, /WebSocket connection to/, /status of 50[23]/]

/** Starts to write, and opens what was never loaded: suggestions, a search, a dialog and the shortcuts. */
async function openAll(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Write to Town Square' })
  const away = page.getByRole('dialog', { name: 'Posthorn does not respond' })
  await field.pressSequentially('done :tad')
  await page.keyboard.press('Control+k')
  await away.getByText('This opens as soon as the connection is back.').waitFor()
  await look(page, 'dialog-not-loaded')
  await page.keyboard.press('Escape')
  expect(await field.inputValue()).toBe('done :tad')
  await page.getByRole('button', { name: /^Members/ }).click()
  await away.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('region', { name: 'Posts' }).press('?')
  await away.getByRole('button', { name: 'Try again' }).click()
}

test('keeps the page and its text when something is opened that was not loaded before the server went down', async () => {
  const { page, send, stopApi, startApi, expectTrouble } = await startAndEnter()
  await send({ text: 'a post' })
  await page.getByText('a post').last().waitFor()
  expectTrouble(...unreachable)
  await stopApi()
  await page.getByText(/This page may be outdated/).waitFor()
  await openAll(page)
  await startApi()
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await page.getByText('Something went wrong').count()).toBe(0)
})
