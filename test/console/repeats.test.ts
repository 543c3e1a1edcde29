import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

const square = '/first-team/channels/town-square'
const hooks = '/first-team/integrations/incoming'

/** Opens a part of the first hook. */
async function openHook(page: Page, consoleUrl: string, part: string): Promise<void> {
  await page.goto(`${consoleUrl}${hooks}`)
  await page.getByRole('link', { name: 'First hook' }).click()
  await page.getByRole('link', { name: part, exact: true }).click()
}

test('the settings turn counting on, and a post counts its repeats in place, without an announcement', async () => {
  const { consoleUrl, send, db } = await startStack()
  const { page } = await enter(consoleUrl, { path: square })
  await openHook(page, consoleUrl, 'Settings')
  const choice = page.getByRole('combobox', { name: 'Repeated messages' })
  await choice.selectOption('Count for 1 hour')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await look(page, 'hook-settings-repeats')
  expect((await db.hook.findFirstOrThrow()).collapseSeconds).toBe(3600)

  await page.goto(`${consoleUrl}${square}`)
  await send({ text: 'Backup started' })
  await page.getByRole('article').filter({ hasText: 'Backup started' }).waitFor()
  const payload = {
    text: 'Backup failed on **db-2**',
    attachments: [{ color: 'danger', title: 'nightly', text: 'disk full' }],
  }
  await send(payload)
  const post = page.getByRole('article').filter({ hasText: 'Backup failed' })
  await post.waitFor()
  for (const count of [2, 3]) {
    await send(payload)
    await post.getByText(`× ${count}, last at`).waitFor()
  }
  await send({ text: 'something else' })
  await page.getByRole('article').filter({ hasText: 'something else' }).waitFor()
  const line = post.locator('.repeats')
  expect(await line.innerText()).not.toContain('UTC') // the time is in the reader's zone
  expect(await post.getByText('last at').count()).toBe(1)
  expect(await post.getByText('edited').count()).toBe(0)
  expect(await page.getByRole('article').count()).toBe(3)
  // new posts are announced, counters are not
  expect(await page.getByRole('status', { name: 'Updates' }).innerText()).not.toContain('updated a post')
  await look(page, 'channel-repeats')
})

test('the history leads from a repeat to the post that counts it, and a preview announces a repeat', async () => {
  const { consoleUrl, send, allWorked, db } = await startStack()
  await db.hook.updateMany({ data: { collapseSeconds: 60 * 90 } })
  for (let call = 0; call < 2; call++) await send({ text: 'disk is full' })
  await allWorked()
  const { page } = await enter(consoleUrl, { path: hooks })
  await page.getByRole('link', { name: 'First hook' }).click()
  await page.getByRole('link', { name: 'Collapsed', exact: true }).click()
  await page.waitForURL(/outcome=collapsed/)
  await page.getByRole('row').filter({ hasText: 'Collapsed' }).getByRole('link').click()
  await page.getByText('Repeats an earlier post, which counts it.').waitFor()
  await page.getByRole('region', { name: 'Posts' }).getByText('× 2, last at').waitFor()
  expect(await page.getByText('The post was updated later').count()).toBe(0)
  await look(page, 'delivery-collapsed')
  await page.getByRole('link', { name: 'Show the delivery that posted it' }).click()
  await page.getByText('Posted', { exact: true }).first().waitFor()

  await openHook(page, consoleUrl, 'Try it out')
  const payload = page.getByRole('textbox', { name: 'Payload' })
  await payload.fill('{"text": "disk is full"}')
  await page.getByText('This would be counted in an earlier post').waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Counted in the earlier post that it repeats.').waitFor()
  await openHook(page, consoleUrl, 'Settings')
  const choice = page.getByRole('combobox', { name: 'Repeated messages' })
  expect(await choice.inputValue()).toBe('5400') // another value than those offered stays
})
