import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { sessionOf } from '../../api/callers.js'
import type { Stack } from '../stack.js'
import { openVisitor } from '../visitor.js'
import type { Address, Viewer } from './addresses.js'
import type { Furnished } from './furnish.js'

export const widths = [390, 768, 1024, 1440]
export const locales = ['en-US', 'de-DE', 'ja-JP', 'ar-EG'] as const
/** What the user prefers. Forced colours replace the page's own. */
export const schemes = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const
export type Scheme = keyof typeof schemes

/** What the images in posts show. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="#4a6"/></svg>'

export type Tour = Awaited<ReturnType<typeof startTour>>

/** Opens a browser for every viewer, and goes from screen to screen in it. */
export async function startTour(stack: Stack, made: Furnished, options: BrowserContextOptions) {
  const pages = new Map<Viewer, ReturnType<typeof openAs>>()
  const pageOf = (viewer: Viewer) => {
    const page = pages.get(viewer) ?? openAs(stack, made, viewer, options)
    pages.set(viewer, page)
    return page
  }
  return {
    /** Returns the paths of all routes that the console's router knows. */
    routes: async () => routesIn((await pageOf('admin')).page),
    /** Shows the screen, and returns its page, the bytes that it took on the wire, and the calls that failed. */
    goTo: async ({ path, route, isInApp, viewer = 'admin' }: Address) => {
      const { page, wire } = await pageOf(viewer)
      const before = { bytes: wire.bytes, failed: wire.failed.length }
      await (route || isInApp ? goInApp(page, path) : page.goto(path))
      await settled(page)
      return { page, bytes: wire.bytes - before.bytes, failed: wire.failed.slice(before.failed) }
    },
  }
}

/** Opens a browser that is logged in as the viewer. */
async function openAs(stack: Stack, made: Furnished, viewer: Viewer, options: BrowserContextOptions) {
  const { db, consoleUrl: url } = stack
  const { page, context, expectTrouble } = await openVisitor(url, { reducedMotion: 'reduce', ...options })
  expectTrouble(/40[0134]/)
  await context.route('https://img.example.org/**', route =>
    route.fulfill({ body: picture, contentType: 'image/svg+xml' }),
  )
  const wire = await listen(page)
  if (viewer === 'nobody') return { page, wire }
  const { id: reader } = await db.user.findUniqueOrThrow({ where: { username: 'reader' } })
  const user = { admin: made.admin, reader, newcomer: made.newHire }[viewer]
  await context.addCookies([
    { name: 'MMAUTHTOKEN', value: await sessionOf(db, user), url, httpOnly: true },
    { name: 'MMUSERID', value: user, url },
  ])
  await page.goto('/first-team/channels/town-square')
  await settled(page)
  return { page, wire }
}

/** Counts the bytes on the wire, and collects the calls that fail. */
async function listen(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const wire = { bytes: 0, failed: [] as string[] }
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    wire.bytes += encodedDataLength
  })
  page.on('response', response => {
    if (response.status() >= 400) wire.failed.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  return wire
}

type Router = {
  routesByPath: Record<string, unknown>
  history: { push: (path: string) => void }
  state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
}

async function routesIn(page: Page): Promise<string[]> {
  const paths = await page.evaluate(() =>
    Object.keys((globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.routesByPath),
  )
  return paths.map(path => path.replace(/(.)\/$/, '$1'))
}

/** Goes to another screen as a link does. A page that the router did not make is loaded anew. */
async function goInApp(page: Page, path: string): Promise<void> {
  const isInApp = await page.evaluate(() => '__TSR_ROUTER__' in globalThis)
  if (!isInApp) return void (await page.goto(path))
  await page.evaluate(path => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router }
    router.history.push(path)
  }, path)
  await page.waitForFunction(path => {
    const { state } = (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
    const { pathname } = new URL(path, location.href)
    return (
      state.status === 'idle' &&
      state.resolvedLocation?.href.split('?')[0]?.replace(/\/$/, '') === pathname.replace(/\/$/, '')
    )
  }, path)
}

/** Waits until the screen shows its data. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').filter({ hasNotText: 'Loading' }).first().waitFor()
  if (page.url().includes('/thread/')) await page.getByLabel('Thread', { exact: true }).waitFor()
  await page.waitForFunction(
    () =>
      ![...document.querySelectorAll('[role=status]')].some(({ textContent }) =>
        textContent?.startsWith('Loading'),
      ),
  )
}
