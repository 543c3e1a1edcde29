import { statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { chromiumPath } from '../console/chromium.js'
import { logIn } from '../console/login-form.js'
import { newDataDir, type Posthorn, startPosthorn } from '../standalone/posthorn.js'
import { fillChannel } from './fill-channel.js'

/*
 * `npm run pictures` takes the pictures in the documents again: it starts Posthorn as `npm start` does, sends what its
 * channels show, and writes each picture over the last one.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const mostBytes = 150_000
const size = { width: 1280, height: 800 }

/** Each picture's file, and what the user prefers. */
const pictures = [
  { file: 'docs/console-light.png', colorScheme: 'light' },
  { file: 'docs/console-dark.png', colorScheme: 'dark' },
] as const

const { dataDir, remove } = await newDataDir()
try {
  const posthorn = await startPosthorn(dataDir)
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  try {
    const path = await fillChannel(posthorn.firstRun)
    for (const picture of pictures)
      await take(await open(browser, posthorn, path, picture.colorScheme), picture.file)
  } finally {
    await browser.close()
    await posthorn.stop()
  }
} finally {
  remove()
}

/** Logs in and shows the channel. */
async function open(browser: Browser, { firstRun }: Posthorn, path: string, colorScheme: 'light' | 'dark') {
  const { base_url: baseURL, team, admin } = firstRun
  const page = await browser.newPage({
    ...{ baseURL, viewport: size, colorScheme },
    ...{ locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' },
  })
  await page.goto(path)
  await logIn(page, { team, user: admin.username, password: admin.password })
  await page.getByRole('article').last().waitFor()
  await page.reload() // then no post is new
  await page.getByRole('article').last().waitFor()
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  return page
}

async function take(page: Page, file: string): Promise<void> {
  const path = join(root, file)
  await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(path)
  await page.close()
  const { size: bytes } = statSync(path)
  console.log(`${relative(dirname(root), path)}: ${Math.ceil(bytes / 1000)} kB`)
  if (bytes > mostBytes) throw new Error(`${file} is larger than ${mostBytes} bytes.`)
}
