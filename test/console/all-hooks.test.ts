import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

test('a webhook of any team is disabled and enabled where all are, its page says so, and it is given to another', async () => {
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

  await actions.click()
  await page.getByRole('menuitem', { name: 'Transfer' }).click()
  await page.getByLabel('To the user').fill('reader')
  await look(page, 'hook-transfer')
  await page.getByRole('button', { name: 'Transfer webhook' }).click()
  await page.getByText('First hook is reader’s now').waitFor()

  await page.getByRole('link', { name: 'First hook' }).click()
  await page.getByText('Disabled since').waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()
  await look(page, 'hook-disabled')
  await page.getByRole('button', { name: 'Enable webhook' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable webhook' }).click()
  await expect.poll(async () => (await send({ text: 'x' })).status).toBe(200)
})
