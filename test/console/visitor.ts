import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { chromiumPath } from './chromium.js'

export { logIn } from './login-form.js'

/**
 * Chromium loads the popups of its address bar for each window, in a process that takes a seventh of a test's processor time. Chromium
 * reads only the last list of features, so this one repeats those of Playwright that change what a page does.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
]
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  `--disable-features=${disabledFeatures}`,
]
/** Only a hanging page reaches it. */
const patienceMs = 60_000

export type Visitor = Awaited<ReturnType<typeof openVisitor>>

let running: Promise<Browser> | undefined

/** Shared by all tests of this process, because it takes seconds to start. It ends with the process, whose pipe it reads. */
async function sharedBrowser(): Promise<Browser> {
  running ??= chromium.launch({ executablePath: chromiumPath(), args, handleSIGTERM: false })
  const browser = await running
  if (browser.isConnected()) return browser
  running = undefined
  return sharedBrowser()
}

/**
 * Opens a page in a fresh browser context. The test fails on every error in the page's console, thrown or logged, including
 * violations of the content security policy, unless `expectTrouble` lists it.
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
    expect(trouble.unexpected()).toEqual([])
  })
  return {
    page,
    context,
    /** Lists errors that the test causes on purpose, for example by stopping the server. */
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
    unexpected: () => seen.filter(text => !expected.some(pattern => pattern.test(text))),
  }
}
