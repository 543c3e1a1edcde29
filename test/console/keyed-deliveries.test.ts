import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

const hooks = '/first-team/integrations/incoming'

/** Opens the only delivery with an outcome. */
async function openOnly(page: Page, outcome: string): Promise<void> {
  await page.getByRole('link', { name: 'First hook' }).click()
  await page.getByRole('link', { name: outcome, exact: true }).click()
  await page.waitForURL(new RegExp(`outcome=${outcome.toLowerCase()}`))
  await page.getByRole('row').filter({ hasText: outcome }).getByRole('link').click()
}

test('an incident’s deliveries lead to each other, to their versions and to the post', async () => {
  const { consoleUrl, send, allWorked } = await startStack()
  await send({ text: 'disk is full', update_key: 'disk' })
  await allWorked() // an update in the same batch would leave no version of it (behaviour.md)
  await send({ text: 'disk is fine', update_key: 'disk' })
  await send({ text: 'looking at it', thread_key: 'disk' })
  await allWorked()
  const { page } = await enter(consoleUrl, { path: hooks })
  await openOnly(page, 'Updated')
  const posts = page.getByRole('region', { name: 'Posts' })
  await posts.getByText('disk is fine').waitFor()
  await look(page, 'delivery-updated')
  await page.getByRole('link', { name: 'Show the delivery that posted it' }).click()
  await posts.getByText('disk is full').waitFor() // its own version
  await page.getByText('The post was updated later').waitFor()
  await look(page, 'delivery-replaced')

  await page.keyboard.press('r')
  await page.getByText('A newer delivery has set the post').waitFor()
  await look(page, 'delivery-superseded')
  await page.getByRole('link', { name: 'Show the newer delivery' }).click()
  await posts.getByText('disk is fine').waitFor()

  await page.goto(`${consoleUrl}${hooks}`)
  await openOnly(page, 'Replied')
  await posts.getByRole('link', { name: 'Show in thread' }).click()
  await page.getByRole('article').filter({ hasText: 'looking at it' }).waitFor()
})

test('a deletion says so, and can be replayed but not edited', async () => {
  const { consoleUrl, send, hookUrl, allWorked } = await startStack()
  const id = (await send({ text: 'a mistake' })).headers.get('x-delivery-id')
  await allWorked()
  expect((await fetch(`${hookUrl}/deliveries/${id}`, { method: 'DELETE' })).status).toBe(200)
  const { page } = await enter(consoleUrl, { path: hooks })
  await openOnly(page, 'Updated')
  await page.getByText('Deleted an earlier post.').waitFor()
  await page.getByText('Deletions have no payload').waitFor()
  await page.getByRole('button', { name: 'Replay', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Edit and replay' }).count()).toBe(0)
})

test('the preview says that a key is in use, and the connect screen shows how to use keys', async () => {
  const { consoleUrl, send, allWorked } = await startStack()
  await send({ text: 'disk is full', update_key: 'disk' })
  await allWorked()
  const { page } = await enter(consoleUrl, { path: hooks })
  await page.getByRole('link', { name: 'First hook' }).click()
  await page.getByRole('link', { name: 'Try it out' }).click()
  const payload = page.getByRole('textbox', { name: 'Payload' })
  await payload.fill('{"text": "fine", "update_key": "disk"}')
  await page.getByText('This would replace an earlier post').waitFor()
  await payload.fill('{"text": "fine", "thread_key": "disk"}')
  await page.getByText('This would be a reply in an existing thread').waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Posted as a reply.').waitFor()
  await page.getByRole('link', { name: 'Connect a sender' }).click()
  await page.getByRole('link', { name: 'One post per incident' }).click()
  expect(await page.getByRole('textbox', { name: 'Commands' }).inputValue()).toContain('?update_key=disk-7')
  await look(page, 'hook-connect-incidents')
})
