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
