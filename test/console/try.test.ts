import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

test('previews exactly what is posted, and shows ignored parts, refusals and differences from Slack', async () => {
  const { consoleUrl, db } = await startStack()
  const { page } = await enter(consoleUrl, { path: '/first-team/integrations/incoming' })
  await page.getByRole('link', { name: 'First hook' }).click()
  await page.getByRole('link', { name: 'Try it out' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('Build 1423 is done').waitFor()
  await look(page, 'hook-try')

  await page.getByRole('link', { name: 'Alertmanager' }).click()
  await preview.getByText('Posthorn ignores these parts').waitFor()
  await page.getByRole('region', { name: 'Slack and Posthorn' }).first().getByText('*words*').waitFor()
  await look(page, 'hook-try-alertmanager')

  for (const [example, text] of [
    ['Attachments', 'A deployment needs attention'],
    ['Long text', 'Every line of this text'],
  ] as const) {
    await page.getByRole('link', { name: example }).click()
    await preview.getByText(text).first().waitFor()
    await sendAndCompare(page, preview)
  }
  const posts = await db.post.count()

  const payload = page.getByRole('textbox', { name: 'Payload' })
  await payload.fill('{"text": "hi", "channel": "nowhere"}')
  await preview.getByText('The call would be accepted, but the delivery would be rejected').waitFor()
  await look(page, 'hook-try-rejected')
  await payload.fill('{"text": ""}')
  await preview.getByText('The call would be refused').waitFor()
  await payload.fill('{"text" "hi"}')
  await page.getByText('Line 1, column 9').waitFor()
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  expect(await db.post.count()).toBe(posts)
})

const htmlIn = (place: Locator) =>
  place.locator('.post-html').evaluateAll(bodies => bodies.map(body => body.innerHTML))

/** Sends the payload, and checks that the delivery shows the same HTML as the preview. */
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
