import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

/** A red pixel as a PNG. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
)

test('changes the user’s profile, picture, mention words and password, and ends other sessions', async () => {
  const { consoleUrl, send } = await startStack()
  const { page, expectTrouble } = await enter(consoleUrl, { user: 'reader' })
  const elsewhere = await enter(consoleUrl, { user: 'reader' })
  await page.getByRole('button', { name: 'First Team' }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  await page.getByRole('heading', { name: 'My account' }).waitFor()
  await page.getByText('This session').waitFor()
  await look(page, 'account')

  await page.getByLabel('First name', { exact: true }).fill('Ada')
  await save(page, 'Save profile')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
  await page.locator('main img[src^="data:image/webp"]').waitFor()
  await page.getByLabel('Words').fill('lighthouse')
  await save(page, 'Save mentions')

  await page.getByText('Chrome on Linux').first().waitFor()
  await page.getByRole('region', { name: 'Theme' }).scrollIntoViewIfNeeded()
  await look(page, 'account-lower')
  elsewhere.expectTrouble(/401/, /WebSocket/)
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'End', exact: true }).waitFor({ state: 'detached' })
  await elsewhere.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()

  await changePassword(page, expectTrouble)
  await page.reload()
  expect(await page.getByLabel('First name', { exact: true }).inputValue()).toBe('Ada')
  await send({ text: 'The Lighthouse is lit' })
  await page.waitForFunction(() => document.title.startsWith('(1)'))
  await page.getByRole('radio', { name: 'Dark' }).check()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
})

async function save(page: Page, button: string): Promise<void> {
  await expect.poll(() => page.getByText('Saved').count()).toBe(0) // from an earlier change
  await page.getByRole('button', { name: button }).click()
  await page.getByText('Saved').waitFor()
}

async function changePassword(page: Page, expectTrouble: (...patterns: RegExp[]) => void): Promise<void> {
  expectTrouble(/40[01]/)
  const part = page.getByRole('region', { name: 'Password' })
  await part.getByLabel('Current password', { exact: true }).fill('not this one')
  await part.getByLabel('New password', { exact: true }).fill('another good one')
  await part.getByRole('button', { name: 'Change password' }).click()
  await part.getByRole('alert').waitFor()
  await look(page, 'account-refused')
  await part.getByLabel('Current password', { exact: true }).fill(password)
  await save(page, 'Change password')
  expect(await part.getByLabel('New password', { exact: true }).inputValue()).toBe('')
}
