import { saveSettings } from '@posthorn/db'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

const list = '/first-team/integrations/apps'

test('registers an application, shows its secret once, adds its bot to the team, and deletes it after a warning', async () => {
  const { consoleUrl, db } = await startStack()
  await saveSettings(db, { EnableOAuthServiceProvider: true })
  const { page } = await enter(consoleUrl, { path: list })
  await page.getByText('No applications yet').waitFor()
  await look(page, 'apps-none')
  await register(page)
  const secret = await page.getByLabel('Client secret').inputValue()
  expect(secret).toMatch(/^[a-z0-9]{26}$/)
  await look(page, 'app-secret')
  await page.getByRole('button', { name: 'Add to First Team' }).click()
  await page.getByText('The bot is in First Team').waitFor()

  await page.reload()
  await page.getByText('The bot is in First Team').waitFor()
  expect(await page.getByLabel('Client secret').count()).toBe(0)
  await page.getByRole('button', { name: 'Regenerate secret' }).click()
  await look(page, 'app-regenerate')
  await page.getByRole('button', { name: 'Regenerate', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' }) // until then, the page behind it is inert
  expect(await page.getByLabel('Client secret').inputValue()).not.toBe(secret)
  await page.getByLabel('Name').fill('Release planner')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { name: 'Release planner', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Applications' }).first().click()
  await page.getByRole('row').filter({ hasText: 'Release planner' }).waitFor()
  await look(page, 'apps')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete application' }).click()
  await page.getByRole('dialog').getByText('It has no live tokens').waitFor()
  await look(page, 'app-delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete application' }).click()
  await page.getByText('No applications yet').waitFor()
})

/** Fills in the form, which leads to the page with the secret. */
async function register(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New application' }).click()
  await page.getByLabel('Name').fill('Planner')
  await page.getByLabel('Description').fill('Plans releases with the people involved')
  await page.getByLabel('Homepage').fill('https://planner.example.org')
  await page.getByLabel('Callback URLs').fill('https://planner.example.org/back\nhttp://127.0.0.1/back')
  await look(page, 'app-new')
  await page.getByRole('button', { name: 'Register application' }).click()
  await page.getByRole('heading', { name: 'Planner', level: 1 }).waitFor()
}

test('hides applications while they are turned off, and says at their address who can turn them on', async () => {
  const { consoleUrl } = await startStack()
  const { page, expectTrouble } = await enter(consoleUrl, { user: 'reader' })
  expect(await page.getByRole('link', { name: 'Applications' }).count()).toBe(0)
  expectTrouble(/501/)
  await page.goto(list)
  await page.getByText('Applications are turned off').waitFor()
  await look(page, 'apps-off')
})
