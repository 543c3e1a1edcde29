import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { enter, startAndEnter } from './enter.js'
import { look } from './look.js'
import { personIn } from './person.js'

const picture = readFileSync(fileURLToPath(new URL('../../docs/console-light.png', import.meta.url)))
const postWith = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Starts a stack, and opens Town Square in a browser with a clipboard. */
async function startWithClipboard() {
  const stack = await startAndEnter()
  await stack.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const me = await personIn(stack, 'admin', 'town-square')
  const reader = await personIn(stack, 'reader', 'town-square')
  return { ...stack, me, reader }
}

/** Presses one of a post's buttons, which appear with the pointer. */
async function press(page: Page, text: string, name: string) {
  await postWith(page, text).hover()
  await postWith(page, text).getByRole('button', { name }).click()
}

test('edits one’s own post in its place, and copies its text', async () => {
  const { page, me, posts } = await startWithClipboard()
  await me.write('the **frist** version')
  await press(page, 'version', 'Copy text')
  await page.getByText('Text copied').waitFor()
  expect(await copied(page)).toBe('the **frist** version')
  const field = page.getByRole('textbox', { name: 'Edit post' })
  await press(page, 'version', 'Edit')
  await field.fill('something else')
  await field.press('Escape')
  await page.getByText('the frist version').waitFor()
  await press(page, 'version', 'Edit')
  expect(await field.inputValue()).toBe('the **frist** version')
  await field.fill('the **first** version :tada:')
  await look(page, 'post-edited')
  await field.press('Enter')
  await page.getByText('the first version 🎉').waitFor()
  expect((await posts()).map(({ message }) => message)).toContain('the **first** version :tada:')
})

test('copies a link to a post, which opens it', async () => {
  const { page, me, reader } = await startWithClipboard()
  await reader.write('the linked one')
  for (let index = 0; index < 60; index++) await me.write(`later ${index}`)
  await page.getByRole('region', { name: 'Posts' }).press('Home')
  await press(page, 'the linked one', 'Copy link')
  await page.getByText('Link copied').waitFor()
  const link = await copied(page)
  await page.goto('/first-team/channels/builds')
  await page.goto(link)
  await postWith(page, 'the linked one').waitFor()
  expect(new URL(link).searchParams.get('post')).toMatch(/^[a-z0-9]{26}$/)
})

test('deletes one’s own posts after a question, and nobody else’s', async () => {
  const { page, consoleUrl, me } = await startWithClipboard()
  await me.write('a mistake')
  const other = await enter(consoleUrl, { user: 'reader' })
  await postWith(other.page, 'a mistake').hover()
  await other.page.getByRole('button', { name: 'Copy text' }).waitFor()
  expect(await other.page.getByRole('button', { name: /^(Edit|Delete)$/ }).count()).toBe(0)
  await press(page, 'a mistake', 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete this post?' })
  await dialog.waitFor()
  await look(page, 'post-delete')
  await dialog.getByRole('button', { name: 'Delete post' }).click()
  for (const shown of [page, other.page]) await postWith(shown, 'a mistake').waitFor({ state: 'detached' })
})

const code = 'const answer: number = 42 // of all\nexport function ask() {\n  return "what?"\n}'

test('colours code of known languages, which loads with the first of it, and copies it', async () => {
  const { page, send } = await startWithClipboard()
  const loaded: string[] = []
  page.on('request', request => loaded.push(request.url()))
  await send({ text: '```\nconst plain = 1\n```' })
  await page.getByText('const plain = 1').waitFor()
  expect(loaded.filter(url => url.includes('highlight'))).toEqual([])
  await send({ text: `\`\`\`ts\n${code}\n\`\`\`\nand\n\`\`\`nosuch\nlet it = be\n\`\`\`` })
  const block = page.locator('.code-block').filter({ hasText: 'answer' })
  await block.locator('.hljs-keyword').first().waitFor()
  expect(loaded.filter(url => url.includes('highlight-worker')).length).toBe(1)
  expect(await block.locator('pre').innerText()).toBe(`${code}\n`)
  await block.getByText('ts', { exact: true }).waitFor()
  await block.hover()
  await look(page, 'post-code')
  await block.getByRole('button', { name: 'Copy code' }).click()
  await page.getByText('Code copied').waitFor()
  expect(await copied(page)).toBe(`${code}\n`)
  expect(await page.locator('.code-block', { hasText: 'let it' }).locator('[class^=hljs]').count()).toBe(0)
})

/** Sends a post with an image of each kind, of which one is missing. */
async function sendImages({ page, send, expectTrouble }: Awaited<ReturnType<typeof startWithClipboard>>) {
  expectTrouble(/img\.example\.org\/gone/)
  await page.route('https://img.example.org/**', route =>
    route.request().url().includes('gone')
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body: picture, contentType: 'image/png' }),
  )
  await send({
    text: '![the dashboard](https://img.example.org/a.png)\n\n![an old chart](https://img.example.org/gone.png)',
    attachments: [{ title: 'CPU of db-2', image_url: 'https://img.example.org/b.png' }],
  })
}

test('shows images in full when they are pressed, and says which are missing', async () => {
  const stack = await startWithClipboard()
  const { page } = stack
  await sendImages(stack)
  await page.getByText('Image not available: an old chart').waitFor()
  await page.getByRole('button', { name: 'Show image: CPU of db-2' }).waitFor()
  const image = page.getByRole('button', { name: 'Show image: the dashboard' })
  await eventually(async () => expect(await page.locator('.image.loading').count()).toBe(0))
  await look(page, 'post-images')
  await image.click()
  const dialog = page.getByRole('dialog', { name: 'the dashboard' })
  await dialog.getByRole('img', { name: 'the dashboard' }).waitFor()
  await look(page, 'lightbox')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await image.evaluate(node => node === document.activeElement)).toBe(true)
})

test('counts posts that arrive while somebody reads further up, and leads to them', async () => {
  const { page, send, reader } = await startWithClipboard()
  await send({ text: Array.from({ length: 60 }, (_, line) => `line ${line}\n`).join('\n') })
  await page.getByText('line 59').waitFor()
  const list = page.getByRole('region', { name: 'Posts' })
  await list.press('Home')
  await page.getByRole('button', { name: 'Jump to newest' }).waitFor()
  await reader.write('news')
  await page.getByRole('button', { name: '1 new post' }).waitFor()
  await reader.write('more news')
  const button = page.getByRole('button', { name: '2 new posts' })
  await button.waitFor()
  await look(page, 'new-posts')
  await button.click()
  await page.getByText('more news', { exact: true }).waitFor()
  await button.waitFor({ state: 'detached' })
})
