import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { localPush, startPushService } from '../support/push-service.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

const account = '/first-team/account'
const toggle = 'Push notifications in this browser'

type Browser = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Stands in for the push service of Chromium, which is not reachable here. */
function usePushService(): void {
  const { browserFor } = globalThis as unknown as { browserFor: (key: string) => Promise<Browser> }
  const subscription = () => {
    const stored = localStorage.getItem('browser')
    if (stored === null) return null
    const unsubscribe = async () => localStorage.removeItem('browser')
    return { ...JSON.parse(stored), toJSON: () => JSON.parse(stored), unsubscribe } as PushSubscription
  }
  PushManager.prototype.getSubscription = async () => subscription()
  PushManager.prototype.subscribe = async options => {
    localStorage.setItem('browser', JSON.stringify(await browserFor(String(options?.applicationServerKey))))
    return subscription() as PushSubscription
  }
}

async function start() {
  const rules = localPush
  const stack = await startStack({
    push: { everyMs: 20, nowMs: () => Date.now() + 20_000, rules },
  })
  const service = await startPushService()
  const visitor = await enter(stack.consoleUrl, { user: 'reader', path: account })
  await visitor.page.getByRole('heading', { name: 'My account', level: 1 }).waitFor()
  return { ...stack, ...visitor, service }
}

/** Turns push notifications on, as a user whose browser reaches a push service. */
async function turnOn(page: Page, subscribe: (key: string) => Browser): Promise<void> {
  await page.context().grantPermissions(['notifications'])
  await page.exposeFunction('browserFor', subscribe)
  await page.addInitScript(usePushService)
  await page.reload()
  await page.getByRole('switch', { name: toggle, checked: false }).click()
  await page.getByRole('switch', { name: toggle, checked: true }).waitFor()
}

type Notice = { title: string; body: string; path: string; tag: string }

/** Returns, in the service worker, whether it is active and how many windows Posthorn has. */
async function readiness(): Promise<{ active: boolean; windows: number }> {
  const scope = globalThis as unknown as {
    registration: ServiceWorkerRegistration
    clients: { matchAll: (options: object) => Promise<unknown[]> }
  }
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return { active: scope.registration.active !== null, windows: windows.length }
}

/** Counts, in the service worker, the notifications that the browser has shown. */
function countShown(): void {
  const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: number }
  const { registration } = scope
  const show = registration.showNotification.bind(registration)
  scope.shown = 0
  registration.showNotification = async (...given) => {
    await show(...given)
    scope.shown += 1
  }
}

/** Hands messages to the service worker as the browser does, and reads what it shows. */
async function openWorker(context: BrowserContext, page: Page, origin: string) {
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL } of registrations)
        if (scopeURL === `${origin}/`) resolve(registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no service worker is running')
  // a page that is still in sight, or a worker that is not active yet, loses a message
  await eventually(async () => expect(await worker.evaluate(readiness)).toEqual({ active: true, windows: 0 }))
  const deliver = (notice: Notice) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(notice) })
  await worker.evaluate(countShown)
  // Chromium forgets a notification if it is asked for them while it shows that one, so ask only afterwards
  const shownCount = () => worker.evaluate(() => (globalThis as unknown as { shown: number }).shown)
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`)
    })
  return { worker, deliver, shown, shownCount }
}

/** Clicks the notification that is shown. */
function click(): Promise<void> {
  const scope = globalThis as unknown as {
    registration: ServiceWorkerRegistration
    dispatchEvent: (event: Event) => void
    NotificationEvent: new (type: string, init: object) => Event
  }
  return scope.registration.getNotifications().then(([notification]) => {
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
}

/** Turns push notifications on, closes Posthorn, and receives a mention. */
async function startMentioned() {
  const stack = await start()
  const { page, context, service, send, consoleUrl } = stack
  expect(context.serviceWorkers()).toEqual([])
  await turnOn(page, service.subscribe)
  await page.getByRole('switch', { name: toggle }).scrollIntoViewIfNeeded()
  await look(page, 'account-push')
  await page.goto('about:blank')
  await send({ text: '@reader the build is **red**' })
  await eventually(() => expect(service.received).toHaveLength(1))
  const [received] = service.received as unknown as [Notice]
  return { ...stack, received, ...(await openWorker(context, page, consoleUrl)) }
}

test('shows a mention while Posthorn is closed, and leads to the post, once push notifications are on', async () => {
  const { page, db, received, worker, deliver, shown, shownCount } = await startMentioned()
  await deliver(received)
  await eventually(async () => expect(await shownCount()).toBe(1))
  expect(await shown()).toEqual(['First hook in Town Square: @reader the build is red'])

  await page.goto(account)
  await page.getByRole('switch', { name: toggle, checked: true }).waitFor()
  await deliver({ ...received, title: 'in sight', tag: 'other' })
  await worker.evaluate(click)
  await page.waitForURL(url => url.pathname + url.search === received.path)
  await page.getByText('the build is red').waitFor()
  expect(await shown()).toEqual([])
  expect(await shownCount()).toBe(1) // the one in sight was not shown

  await page.goto(account)
  await page.getByRole('switch', { name: toggle, checked: true }).click()
  await page.getByRole('switch', { name: toggle, checked: false }).waitFor()
  await eventually(async () => expect(await db.pushSubscription.count()).toBe(0)) // the switch moves at once
})

test('says why push notifications cannot be turned on', async () => {
  const { page, context, expectTrouble } = await start()
  expectTrouble(/does not support the Push API in incognito mode/)
  await page.getByRole('switch', { name: toggle }).click()
  await page.getByRole('alert').getByText('Your browser blocks notifications from this site.').waitFor()
  await context.grantPermissions(['notifications'])
  await page.getByRole('switch', { name: toggle }).click()
  await page.getByRole('alert').getByText('could not register with its push service').waitFor()
  await page.getByRole('switch', { name: toggle, checked: false }).waitFor()
})
