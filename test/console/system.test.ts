import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

test('the system console is for system administrators: nothing leads a member there, and its address says not allowed', async () => {
  const { consoleUrl } = await startStack()
  const { page: member } = await enter(consoleUrl, { user: 'reader' })
  await member.getByRole('button', { name: 'First Team' }).click()
  await member.getByRole('menuitem', { name: 'My account' }).waitFor()
  expect(await member.getByRole('menuitem', { name: 'System console' }).count()).toBe(0)
  await member.goto('/admin/integrations/custom')
  await member.getByText('You are not allowed to see this').waitFor()
  await look(member, 'system-not-allowed')
  await member.getByRole('link', { name: 'Back to your team' }).click()
  await member.getByRole('button', { name: 'First Team' }).waitFor()
  await goThereAndBack((await enter(consoleUrl)).page)
})

/** By the menu, and by keys. */
async function goThereAndBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'First Team' }).click()
  await page.getByRole('menuitem', { name: 'System console' }).click()
  await page.getByRole('heading', { name: 'Custom integrations', level: 1 }).waitFor()
  for (const key of ['g', 'h']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'First Team' }).waitFor()
  for (const key of ['g', 's']) await page.keyboard.press(key)
  await page.getByRole('heading', { name: 'Custom integrations', level: 1 }).waitFor()
}

test('of the switches only what was changed is saved, and changes are not left behind unasked', async () => {
  const { consoleUrl, db } = await startStack()
  const { page } = await enter(consoleUrl, { path: '/admin/integrations/custom' })
  const names = page.getByRole('switch', { name: 'Enable integrations to override usernames' })
  await names.click()
  await page.getByRole('link', { name: 'Back to your team' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await look(page, 'system-unsaved')
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved').waitFor()
  expect(await db.setting.findMany({ where: { name: { not: 'version' } } })).toEqual([
    { name: 'EnablePostUsernameOverride', value: true },
  ])
  await page.getByRole('link', { name: 'Back to your team' }).click()
  await page.getByRole('button', { name: 'First Team' }).waitFor()
})
