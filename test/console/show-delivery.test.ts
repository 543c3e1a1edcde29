import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { startStack } from './stack.js'

test('does not open a post’s delivery if the user has navigated elsewhere meanwhile', async () => {
  const { consoleUrl, send, allWorked } = await startStack()
  await send({ text: 'Build 12 is done' })
  await allWorked()
  const { page } = await enter(consoleUrl)
  let go = () => {}
  const gone = new Promise<void>(resolve => {
    go = resolve
  })
  await page.route(/\/posts\/\w+\/delivery$/, async route => {
    await gone
    await route.continue()
  })
  const answer = page.waitForResponse(/\/posts\/\w+\/delivery$/)
  const post = page.getByRole('article').filter({ hasText: 'Build 12 is done' })
  await post.hover()
  await post.getByRole('button', { name: 'Show delivery' }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await page.getByRole('link', { name: 'New webhook' }).waitFor()

  go()
  expect((await answer).ok()).toBe(true)
  await page.getByRole('link', { name: 'New webhook' }).click()
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/first-team/integrations/incoming/new')
})
