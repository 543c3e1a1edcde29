import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fileOptions } from '../support/file-options.js'
import { startAndEnter } from './enter.js'
import { look } from './look.js'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const name = 'report with a rather long name for a phone.pdf'
const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(3000)}`)
const chosen = [
  { name, mimeType: 'application/pdf', buffer: pdf },
  { name: 'dot.png', mimeType: 'image/png', buffer: png },
]

test('attaches files to a post, shows pictures in full, and offers other files for download', async () => {
  const { page } = await startAndEnter({ files: await fileOptions() })
  await page.locator('input[type=file]').setInputFiles(chosen)
  await page.getByRole('button', { name: 'Remove dot.png' }).waitFor()
  await page.getByRole('button', { name: 'Remove report' }).waitFor()
  await look(page, 'composer-files')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('list', { name: 'Files', exact: true }).waitFor()
  await look(page, 'post-files')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download report' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(name)
  await page.getByRole('button', { name: 'Show image: dot.png' }).click()
  await page.getByRole('dialog', { name: 'dot.png' }).getByRole('button', { name: 'Close' }).click()
})

/** Returns what a drop or a paste carries. */
const carrying = (page: Page, texts: Record<string, string>) =>
  page.evaluateHandle(texts => {
    const data = new DataTransfer()
    data.items.add(new File(['of the file'], 'notes.txt', { type: 'text/plain' }))
    for (const [type, text] of Object.entries(texts)) data.items.add(text, type)
    return data
  }, texts)

/** Pastes, and returns whether the field left the text to the browser. */
const paste = async (page: Page, texts: Record<string, string>) =>
  page
    .getByRole('textbox', { name: 'Write to Town Square' })
    .evaluate(
      (field, clipboardData) =>
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
      await carrying(page, texts),
    )

/** Drops a file, and returns whether the browser would open it in place of Posthorn. */
const drop = async (place: Locator, page: Page) =>
  place.evaluate(
    (node, dataTransfer) =>
      node.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })),
    await carrying(page, {}),
  )

test('attaches files that are dropped on the channel or pasted, and pastes tables as text', async () => {
  const { page } = await startAndEnter({ files: await fileOptions() })
  const attached = page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')
  expect(await paste(page, { 'text/plain': 'a\tb', 'text/html': '<table></table>' })).toBe(true)
  expect(await drop(page.getByRole('navigation', { name: 'Sidebar' }), page)).toBe(false)
  expect(await attached.count()).toBe(0)
  expect(await drop(page.getByRole('main'), page)).toBe(false)
  await expect.poll(() => attached.count()).toBe(1)
  expect(await paste(page, {})).toBe(false)
  await expect.poll(() => page.getByRole('button', { name: 'Remove notes.txt' }).count()).toBe(2)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: 'Download notes.txt' }).nth(1).waitFor()
  expect(await attached.count()).toBe(0)
})

test('offers and takes no files on a server that stores none', async () => {
  const { page } = await startAndEnter()
  await page.getByRole('button', { name: 'Send' }).waitFor()
  expect(await page.getByRole('button', { name: 'Attach files' }).count()).toBe(0)
  expect(await drop(page.getByRole('main'), page)).toBe(false)
  expect(await paste(page, {})).toBe(true)
  expect(await page.getByRole('list', { name: 'Files to send' }).count()).toBe(0)
})
