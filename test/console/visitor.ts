import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { password } from '../support/constants.js'
import { chromiumPath } from './chromium.js'

const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none']
/** Only what hangs reaches it. */
const patienceMs = 60_000

export type Visitor = Awaited<ReturnType<typeof openVisitor>>

let running: Promise<Browser> | undefined

/** One for all tests of this process, as starting it takes seconds; it ends with the process, whose pipe it reads. */
async function sharedBrowser(): Promise<Browser> {
  running ??= chromium.launch({ executablePath: chromiumPath(), args, handleSIGTERM: false })
  const browser = await running
  if (browser.isConnected()) return browser
  running = undefined
  return sharedBrowser()
}

/**
 * A person before a browser that has nothing of anybody else. The test fails on any error in the page's console, thrown or logged, violations
 * of the content security policy among them, but for what `expectTrouble` foresees.
 */
export async function openVisitor(baseURL: string, options: BrowserContextOptions = {}) {
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...options,
  })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const trouble = troubleOf(page)
  onTestFinished(async () => {
    await context.close()
    expect(trouble.unforeseen()).toEqual([])
  })
  return {
    page,
    context,
    /** Errors that belong to what the test does: a server that is stopped cannot be reached. */
    expectTrouble: trouble.expect,
  }
}

function troubleOf(page: Page) {
  const seen: string[] = []
  const expected: RegExp[] = []
  page.on('pageerror', error => seen.push(`thrown: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`)
  })
  return {
    expect: (...patterns: RegExp[]) => void expected.push(...patterns),
    unforeseen: () => seen.filter(text => !expected.some(pattern => pattern.test(text))),
  }
}

type Login = { team?: string; user?: string; password?: string }

/** Fills in the form that is shown to who is not logged in, and presses its button. */
export async function logIn(page: Page, login: Login = {}): Promise<void> {
  await page.getByLabel('Team').fill(login.team ?? 'first-team')
  await page.getByLabel('User name or e-mail').fill(login.user ?? 'admin')
  await page.getByLabel('Password').fill(login.password ?? password)
  await page.getByRole('button', { name: 'Log in' }).click()
}
