import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

test('disables and enables a webhook of any team, and shows its state on its page', async () => {
  const { consoleUrl, send } = await startStack()
  const { page } = await enter(consoleUrl, { path: '/admin/hooks' })
  const actions = page.getByRole('button', { name: 'Actions for First hook' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Disable webhook' }).click()
  await page.getByText('Disabled First hook').waitFor()
  await expect.poll(async () => (await send({ text: 'x' })).status).toBe(403)
  await page.getByRole('link', { name: 'Disabled', exact: true }).click()
  await page.getByText('1 found').waitFor()
  await look(page, 'all-hooks')

  await page.getByRole('link', { name: 'First hook' }).click()
  await page.getByText('Disabled since').waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()
  await look(page, 'hook-disabled')
  await page.getByRole('button', { name: 'Enable webhook' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable webhook' }).click()
  await expect.poll(async () => (await send({ text: 'x' })).status).toBe(200)
})

test('offers a webhook to another user, who sees what accepting means, and can decline or accept', async () => {
  const { consoleUrl, db } = await startStack()
  const { page } = await enter(consoleUrl, { path: '/admin/hooks' })
  await offerIt(page)
  await look(page, 'hook-offered-row')
  await page.getByRole('link', { name: 'First hook' }).click()
  await page
    .getByRole('region', { name: 'Pending offer' })
    .getByText('@admin offered it to @reader')
    .waitFor()
  await look(page, 'hook-offered')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Withdrew the offer of First hook').waitFor()
  await page.goto('/admin/hooks')
  await offerIt(page)

  const reader = await enter(consoleUrl, { user: 'reader', path: '/first-team/integrations/incoming' })
  const offer = reader.page.getByRole('region', { name: 'Offer of First hook' })
  await offer.getByText('anyone who has its URL can post with your permissions, in your name').waitFor()
  await look(reader.page, 'hook-offer')
  await offer.getByRole('button', { name: 'Decline' }).click()
  await reader.page.getByText('Declined First hook').waitFor()
  await page.reload()
  await offerIt(page)
  await reader.page.reload()
  await offer.getByRole('button', { name: 'Accept' }).click()
  await reader.page.getByText('First hook is yours now').waitFor()
  await reader.page.getByRole('link', { name: 'First hook' }).waitFor()
  const { id } = await db.user.findUniqueOrThrow({ where: { username: 'reader' } })
  expect((await db.hook.findFirstOrThrow()).userId).toBe(id)
})

/** Offers the first hook to the reader. */
async function offerIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for First hook' }).click()
  await page.getByRole('menuitem', { name: 'Transfer' }).click()
  await page.getByLabel('To the user').fill('reader')
  await look(page, 'hook-transfer')
  await page.getByRole('button', { name: 'Offer webhook' }).click()
  await page.getByText('Offered First hook to reader').waitFor()
}
