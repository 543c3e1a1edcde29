import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

test('a preview is what is then posted, and says what has no effect, what is refused, and where Slack differs', async () => {
  const { consoleUrl, db } = await startStack()
  const { page } = await enter(consoleUrl, { path: '/first-team/integrations/incoming' })
  await page.getByRole('link', { name: 'First hook' }).click()
  await page.getByRole('link', { name: 'Try it out' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('Build 1423 is done').waitFor()
  await look(page, 'hook-try')

  await page.getByRole('link', { name: 'Alertmanager' }).click()
  await preview.getByText('Posted without what has no effect').waitFor()
  await page.getByRole('region', { name: 'Slack and Posthorn' }).first().getByText('*words*').waitFor()
  await look(page, 'hook-try-alertmanager')

  for (const [example, text] of [
    ['Attachments', 'A deployment wants a look'],
    ['Long text', 'Every line of this text'],
  ] as const) {
    await page.getByRole('link', { name: example }).click()
    await preview.getByText(text).first().waitFor()
    await sendAndCompare(page, preview)
  }
  const posts = await db.post.count()

  const payload = page.getByRole('textbox', { name: 'Payload' })
  await payload.fill('{"text": "hi", "channel": "nowhere"}')
  await preview.getByText('would be listed among the deliveries as rejected').waitFor()
  await look(page, 'hook-try-rejected')
  await payload.fill('{"text": ""}')
  await preview.getByText('would be refused at the door').waitFor()
  await payload.fill('{"text" "hi"}')
  await page.getByText('Line 1, column 9').waitFor()
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  expect(await db.post.count()).toBe(posts)
})

const htmlIn = (place: Locator) =>
  place.locator('.post-html').evaluateAll(bodies => bodies.map(body => body.innerHTML))

/** What is previewed is, once sent, what the delivery shows. */
async function sendAndCompare(page: Page, preview: Locator): Promise<void> {
  const previewed = await htmlIn(preview)
  expect(previewed.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: 'Show the delivery' }).click()
  await page.getByRole('link', { name: 'Show in channel' }).waitFor()
  expect(await htmlIn(page.getByRole('region', { name: /posts?$/i }))).toEqual(previewed)
  await page.goBack()
  await page.getByRole('button', { name: 'Send' }).waitFor()
}
