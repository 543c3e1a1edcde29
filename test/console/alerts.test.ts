import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

const account = '/first-team/account'

/** Records the browser's notifications, which a page cannot list. */
function recordNotifications(): void {
  const shown: Notification[] = []
  class Recorded extends Notification {
    constructor(title: string, options?: NotificationOptions) {
      super(title, options)
      shown.push(this)
    }
  }
  Object.assign(globalThis, { Notification: Recorded, shownNotifications: shown })
}

type Recording = typeof globalThis & { shownNotifications: Notification[] }

const notifications = (page: Page) =>
  page.evaluate(() =>
    (globalThis as Recording).shownNotifications.map(({ title, body }) => `${title}: ${body}`),
  )

/** Returns the colour of the dot on the tab's icon, or nothing. */
const dotOf = (page: Page) =>
  page.evaluate(() => {
    const { href } = document.querySelector<HTMLLinkElement>('link[rel=icon]') ?? { href: '' }
    return /%3Ccircle [^>]*fill='%23(\w+)'/.exec(href)?.[1]
  })

async function turnOff(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'In the tab’s title' }).click()
  await page.getByRole('switch', { name: 'On the tab’s icon' }).click()
  await eventually(async () => expect(await page.title()).toBe('My account · First Team · Posthorn'))
  await eventually(async () => expect(await dotOf(page)).toBeUndefined())
}

test('marks unread posts and mentions in the tab’s title and icon, unless the user turned that off', async () => {
  const { consoleUrl, send } = await startStack()
  const { page } = await enter(consoleUrl, { user: 'reader', path: account })
  await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor()
  expect(await dotOf(page)).toBeUndefined()
  await send({ text: 'nobody in particular' })
  await eventually(async () => expect(await page.title()).toBe('• My account · First Team · Posthorn'))
  expect(await dotOf(page)).toBe('ffb000')
  await send({ text: 'hello @reader' })
  await eventually(async () => expect(await page.title()).toBe('(1) My account · First Team · Posthorn'))
  expect(await dotOf(page)).toBe('e5342f')
  await page.getByRole('switch', { name: 'Desktop notifications' }).scrollIntoViewIfNeeded()
  await look(page, 'account-notifications')

  await turnOff(page)
  await page.reload()
  await page.getByRole('switch', { name: 'In the tab’s title', checked: false }).waitFor()
  expect(await page.title()).toBe('My account · First Team · Posthorn')
})

/** Turns desktop notifications on, with the browser's permission. */
async function turnOn(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications'])
  await page.context().addInitScript(recordNotifications)
  await page.reload()
  await page.getByRole('switch', { name: 'Desktop notifications', checked: false }).click()
  await page.getByRole('switch', { name: 'Desktop notifications', checked: true }).waitFor()
  await page.waitForLoadState('networkidle')
}

test('notifies the desktop of mentions with the browser’s permission, and leads to the post', async () => {
  const { consoleUrl, send } = await startStack()
  const { page } = await enter(consoleUrl, { user: 'reader', path: account })
  await turnOn(page)
  await send({ text: 'nobody in particular' })
  await send({ text: '@reader look at **this**' })
  const attachment = { title: 'Disk', text: '@reader' }
  await send({ attachments: [{ ...attachment, fallback: 'Disk full on db-1' }] })
  await send({ attachments: [attachment] })
  await eventually(async () =>
    expect(await notifications(page)).toEqual([
      'First hook in Town Square: @reader look at this',
      'First hook in Town Square: Disk full on db-1',
      'First hook in Town Square: Disk',
    ]),
  )
  await page.evaluate(() =>
    (globalThis as Recording).shownNotifications[0]?.dispatchEvent(new Event('click')),
  )
  await page.waitForURL('**/channels/town-square?post=*')
  await page.getByText('look at this').waitFor()
})

test('says what to do if the browser blocks desktop notifications', async () => {
  const { consoleUrl } = await startStack()
  const { page } = await enter(consoleUrl, { user: 'reader', path: account })
  await page.getByRole('switch', { name: 'Desktop notifications' }).click()
  await page.getByRole('alert').getByText('Your browser blocks notifications from this site.').waitFor()
  await page.getByRole('switch', { name: 'Desktop notifications', checked: false }).waitFor()
})
