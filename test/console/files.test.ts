import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
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

const picture = async (name: string, width: number, height: number, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer(),
})

/** Posts two pictures. */
async function withPictures(prepare: (page: Page) => Promise<unknown> = async () => {}) {
  const { page, ...entered } = await startAndEnter({ files: await fileOptions() })
  await prepare(page)
  const pictures = [
    await picture('wide.png', 1600, 400, '#336699'),
    await picture('high.png', 300, 900, '#996633'),
  ]
  await page.locator('input[type=file]').setInputFiles(pictures)
  for (const { name } of pictures) await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  const wide = page.getByRole('button', { name: 'Show image: wide.png' })
  await wide.waitFor()
  return { ...entered, page, wide }
}

test('reserves the room of a picture until its thumbnail is loaded', async () => {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const { wide } = await withPictures(page =>
    page.route(/get_thumbnail$/, async route => {
      await released
      await route.continue()
    }),
  )
  const image = wide.locator('img')
  const sizes = (node: HTMLImageElement) => [node.clientWidth, node.clientHeight]
  expect(await image.evaluate(sizes)).toEqual([320, 80])
  release()
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(640)
  expect(await image.evaluate(sizes)).toEqual([320, 80])
})

test('shows all pictures of a post in full by arrows, and returns the focus', async () => {
  const { page, wide } = await withPictures()
  await wide.click()
  await page.getByRole('dialog', { name: 'wide.png' }).getByText('1 of 2').waitFor()
  await page.keyboard.press('ArrowRight')
  const high = page.getByRole('dialog', { name: 'high.png' })
  const full = high.getByRole('img', { name: 'high.png' })
  await expect.poll(() => full.evaluate((node: HTMLImageElement) => node.naturalHeight)).toBe(900)
  expect(new URL((await full.getAttribute('src')) ?? '', page.url()).pathname).toMatch(/\/get$/)
  await look(page, 'lightbox-files')
  await high.getByRole('button', { name: 'Next image' }).click()
  await page.getByRole('dialog', { name: 'wide.png' }).getByRole('button', { name: 'Previous image' }).click()
  await high.getByText('2 of 2').waitFor()
  await page.keyboard.press('Escape')
  await high.waitFor({ state: 'detached' })
  expect(await wide.evaluate(node => node === document.activeElement)).toBe(true)
})

test('zooms a picture by keys, buttons and clicks, and moves it by arrows', async () => {
  const { page, wide } = await withPictures()
  await wide.click()
  const dialog = page.getByRole('dialog', { name: 'wide.png' })
  const image = dialog.getByRole('img')
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(1600)
  const width = () => image.evaluate(node => node.clientWidth)
  const fits = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBe(2 * fits)
  const stage = dialog.getByRole('region', { name: 'Picture' })
  const left = () => stage.evaluate(node => node.scrollLeft)
  const before = await left()
  await page.keyboard.press('ArrowRight')
  expect(await left()).toBeGreaterThan(before)
  await look(page, 'lightbox-zoomed')
  await dialog.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(width).toBe(fits)
  await image.click({ position: { x: 1, y: 1 } })
  await expect.poll(width).toBe(2 * fits)
  expect(await left()).toBe(0)
  await page.keyboard.press('0')
  await expect.poll(width).toBe(fits)
})

test('shows the first lines of a text, coloured by its name, and cleans names', async () => {
  const { page } = await startAndEnter({ files: await fileOptions() })
  const lines = Array.from({ length: 5000 }, (_, line) => `print("line ${line}")`)
  await page.locator('input[type=file]').setInputFiles([
    { name: 'job.py', mimeType: 'text/x-python', buffer: Buffer.from(lines.join('\n')) },
    { name: 'invoice\u202egnp.exe', mimeType: 'image/png', buffer: Buffer.from([0, 1, 2, 3]) },
    { name: 'تقرير شهري.pdf', mimeType: 'application/pdf', buffer: pdf },
  ])
  await page.getByRole('button', { name: 'Remove invoicegnp.exe' }).waitFor()
  await page.getByRole('button', { name: 'Remove تقرير' }).waitFor()
  await page.getByRole('button', { name: 'Remove job.py' }).waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  const start = page.getByLabel('Start of job.py')
  await start.locator('.hljs-string').first().waitFor()
  const shown = (await start.innerText()).split('\n')
  expect(shown.slice(0, 2)).toEqual(['print("line 0")', 'print("line 1")'])
  expect(shown).toHaveLength(40)
  await page.getByRole('link', { name: 'Download invoicegnp.exe' }).waitFor()
  await page.getByRole('link', { name: 'Download تقرير شهري.pdf' }).waitFor()
  await look(page, 'post-text-file')
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

test('shows the progress of an upload, and stops it when it is canceled', async () => {
  const { page } = await startAndEnter({ files: await fileOptions() })
  await page.route('**/files/upload**', () => {}) // as on a connection that hangs
  const canceled = page.waitForEvent('requestfailed', request => request.url().includes('/files/upload'))
  await page.locator('input[type=file]').setInputFiles(chosen.slice(1))
  await page.getByRole('progressbar', { name: 'Uploading dot.png' }).waitFor()
  await page.getByRole('button', { name: 'Cancel dot.png' }).click()
  await canceled
  expect(await page.getByRole('list', { name: 'Files to send' }).count()).toBe(0)
})

test('offers and takes no files on a server that stores none', async () => {
  const { page } = await startAndEnter()
  await page.getByRole('button', { name: 'Send' }).waitFor()
  expect(await page.getByRole('button', { name: 'Attach files' }).count()).toBe(0)
  expect(await drop(page.getByRole('main'), page)).toBe(false)
  expect(await paste(page, {})).toBe(true)
  expect(await page.getByRole('list', { name: 'Files to send' }).count()).toBe(0)
})
