import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

test('warns users who regenerate or try another user’s webhook, and names them in its history', async () => {
  const { consoleUrl, db } = await startStack()
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { username: 'reader' } })
  const { id } = await db.hook.findFirstOrThrow()
  await db.hook.update({ where: { id }, data: { userId } })
  const path = `/first-team/integrations/incoming/${id}`
  const { page } = await enter(consoleUrl, { path: `${path}/settings` })
  await page.getByRole('button', { name: 'Regenerate URL' }).click()
  await page.getByText('You did not create this webhook. The new URL posts only').waitFor()
  await look(page, 'hook-regenerate-others')
  await page.getByRole('button', { name: 'Regenerate', exact: true }).click()
  await page.getByText('@admin regenerated its URL').waitFor()
  await look(page, 'hook-url-made-by')

  await page.getByRole('link', { name: 'Try it' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('link', { name: 'Show the delivery' }).click()
  const facts = page.locator('dl')
  await facts.getByText('Sent by').waitFor()
  await facts.getByText('admin', { exact: true }).waitFor()
  await look(page, 'delivery-sent-by')

  const creator = await enter(consoleUrl, { user: 'reader', path: `${path}/settings` })
  await creator.page.getByText('Regenerate it to make it yours').waitFor()
  await creator.page.getByRole('button', { name: 'Regenerate URL' }).click()
  expect(await creator.page.getByText('You did not create this webhook').count()).toBe(0)
  await creator.page.getByRole('button', { name: 'Regenerate', exact: true }).click()
  await creator.page.getByLabel('Webhook URL').waitFor()
  await creator.page.getByText('regenerated its URL').waitFor({ state: 'detached' })
})
