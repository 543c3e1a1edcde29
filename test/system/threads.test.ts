import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter, startAndEnter } from '../console/enter.js'
import { look } from '../console/look.js'
import { personIn } from '../console/person.js'
import { startStack } from '../console/stack.js'
import { eventually } from '../support/eventually.js'

const square = '/first-team/channels/town-square'

/** Starts a stack in which the reader has written a post, and opens Town Square as the administrator. */
async function startWithRoot({ replies = 0, path = () => square }: { replies?: number; path?: Path } = {}) {
  const stack = await startStack()
  const reader = await personIn(stack, 'reader', 'town-square')
  const root = await reader.write('Disk on db-2 is full')
  const ids: string[] = []
  for (let index = 0; index < replies; index++)
    ids.push((await reader.write(`reply number ${index}`, root.id)).id)
  const visitor = await enter(stack.consoleUrl, { path: path(root.id, ids) })
  const { page } = visitor
  return { ...stack, ...visitor, reader, root, ids, ...parts(page) }
}

type Path = (root: string, replies: string[]) => string

/** Returns the channel's posts, the thread's, and the pane. */
function parts(page: Page) {
  const channel = page.getByRole('region', { name: 'Posts' })
  const pane = page.getByLabel('Thread', { exact: true }) // the page's main part on narrow screens
  const replies = pane.getByRole('region', { name: 'Replies' })
  return { channel, pane, replies }
}

const pathOf = (page: Page) => new URL(page.url()).pathname

test('shows a thread next to its channel, and Back closes it', async () => {
  const { page, channel, pane, replies, root, reader } = await startWithRoot({ replies: 2 })
  await channel.getByRole('link', { name: '2 replies' }).click()
  await replies.getByText('reply number 1').waitFor()
  expect(pathOf(page)).toBe(`${square}/thread/${root.id}`)
  expect(await channel.getByText('reply number').count()).toBe(0)
  await eventually(async () => expect(await pane.evaluate(isFocused)).toBe(true))
  await look(page, 'thread')

  await reader.write('and one more', root.id)
  await replies.getByText('and one more').waitFor()
  await channel.getByRole('link', { name: '3 replies' }).waitFor()
  await page.goBack()
  await pane.waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe(square)
  await page.goForward()
  await replies.getByText('and one more').waitFor()
  await page.keyboard.press('Escape')
  await pane.waitFor({ state: 'detached' })
  await eventually(async () =>
    expect(await channel.getByRole('link', { name: '3 replies' }).evaluate(isFocused)).toBe(true),
  )
})

test('writes the first reply to a post, which stays out of the channel', async () => {
  const { page, channel, pane, replies, posts } = await startWithRoot()
  await channel.getByText('Disk on db-2 is full').hover()
  await channel.getByRole('link', { name: 'Reply' }).click()
  await pane.getByRole('textbox', { name: 'Reply' }).fill('I am **on** it')
  await page.keyboard.press('Enter')
  await replies.getByText('I am on it').waitFor()
  await channel.getByRole('link', { name: '1 reply' }).waitFor()
  expect(await channel.getByText('I am on it').count()).toBe(0)
  await expect.poll(() => pane.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('')
  expect((await posts()).map(({ message }) => message)).toEqual(['Disk on db-2 is full', 'I am **on** it'])
})

test('shows replies in the channel, too, if the user wants that', async () => {
  const { page, channel, reader, root } = await startWithRoot({ replies: 1 })
  await channel.getByRole('link', { name: '1 reply' }).waitFor()
  expect(await channel.getByText('reply number 0').count()).toBe(0)
  await page.goto('/first-team/account')
  await page.getByRole('switch', { name: 'Show replies in the channel' }).check()
  await page.getByRole('link', { name: 'Town Square' }).click()
  await channel.getByText('reply number 0').waitFor()
  await channel.getByText('replied to').waitFor()
  await reader.write('live, too', root.id)
  await channel.getByText('live, too').waitFor()
  await look(page, 'thread-in-channel')
  await channel.getByRole('link', { name: 'reader: Disk on db-2 is full' }).click()
  await page.getByLabel('Thread', { exact: true }).waitFor()
})

test('a link to a reply opens its thread at the reply, however long the thread is', async () => {
  const { page, replies, ids, root } = await startWithRoot({
    replies: 260,
    path: (_, ids) => `${square}?post=${ids[30]}`,
  })
  await replies.getByText('reply number 30', { exact: true }).waitFor()
  expect(pathOf(page)).toBe(`${square}/thread/${root.id}`)
  expect(new URL(page.url()).search).toBe(`?reply=${ids[30]}`)
  await page.getByRole('button', { name: 'Jump to newest' }).click()
  await replies.getByText('reply number 259').waitFor()
  await eventually(async () => {
    await replies.press('Home')
    expect(await replies.getByText('Disk on db-2 is full').isVisible()).toBe(true)
    expect(await replies.getByText('reply number 0', { exact: true }).isVisible()).toBe(true)
  })
})

test('on a narrow screen, the thread covers the channel, which keeps its place', async () => {
  const { page, channel, pane, replies, reader } = await startWithRoot({ replies: 1 })
  for (let index = 0; index < 30; index++) await reader.write(`later ${index}\n\nand more`)
  await page.setViewportSize({ width: 390, height: 800 })
  await channel.getByText('later 29').waitFor()
  await eventually(async () => {
    await channel.press('Home')
    expect(await channel.getByRole('link', { name: '1 reply' }).isVisible()).toBe(true)
  })
  const before = await channel.evaluate(({ scrollTop }) => scrollTop)
  await channel.getByRole('link', { name: '1 reply' }).click()
  await replies.getByText('reply number 0').waitFor()
  expect(await channel.evaluate(element => element.closest('[inert]') !== null)).toBe(true)
  await page.goBack()
  await pane.waitFor({ state: 'detached' })
  expect(await channel.evaluate(({ scrollTop }) => scrollTop)).toBe(before)
})

test('an edited post changes in place, without a jump, and is announced once', async () => {
  const { page, channel, reader } = await startWithRoot()
  for (let index = 0; index < 40; index++) await reader.write(`post ${index}`)
  await channel.getByText('post 39').waitFor()
  const updates = page.getByRole('status', { name: 'Updates' })
  await page.evaluate(countAnnouncements)
  const top = () => channel.getByText('post 15', { exact: true }).evaluate(topOf)
  await channel.hover()
  await page.mouse.wheel(0, -200)
  const before = await settled(top)
  const { above } = await channel.evaluate(rowAbove)
  await reader.edit(above, 'resolved\n\nwith\n\nmany\n\nmore\n\nlines')
  await updates.getByText('reader updated a post: resolved with many more lines').waitFor()
  expect(Math.abs((await top()) - before)).toBeLessThan(2)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'announcements'))).toBe(1)
})

test('a mention in a reply raises the badge of the channel, whose thread shows that it is new', async () => {
  const stack = await startStack()
  const reader = await personIn(stack, 'reader', 'town-square')
  const { page } = await enter(stack.consoleUrl, { path: '/first-team/channels/off-topic' })
  await page.getByRole('link', { name: 'Town Square' }).waitFor()
  const { id } = await reader.write('root')
  await page.getByRole('link', { name: 'Town Square (unread)' }).waitFor()
  await reader.write('ask @admin', id)
  await page.getByRole('link', { name: 'Town Square (unread) 1 mention' }).click()
  const link = page.getByRole('link', { name: '1 reply' })
  await link.getByText('New', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Town Square', exact: true }).waitFor()
})

test('a deleted reply leaves the thread, and a deleted post closes it', async () => {
  const { channel, pane, replies, reader, root, ids } = await startWithRoot({ replies: 2 })
  await channel.getByRole('link', { name: '2 replies' }).click()
  await replies.getByText('reply number 1').waitFor()
  await reader.remove(ids[1] ?? '')
  await replies.getByText('reply number 1').waitFor({ state: 'detached' })
  await channel.getByRole('link', { name: '1 reply' }).waitFor()
  await reader.remove(root.id)
  await pane.getByText('Thread not found').waitFor()
})

test('shows what each version of an incident changed, and the delivery that made it', async () => {
  const { page, send } = await startAndEnter()
  const { channel } = parts(page)
  let delivery: string | null = null
  for (const state of ['80 % full', '95 % full', 'fine']) {
    const payload = { text: `Disk on db-2 is **${state}**`, update_key: 'disk', thread_key: 'disk' }
    delivery = (await send(payload)).headers.get('x-delivery-id')
    await channel.getByText(`Disk on db-2 is ${state}`).waitFor()
  }
  await channel.getByRole('link', { name: '2 replies' }).waitFor()
  await channel.getByRole('button', { name: '(edited)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions' })
  const versions = dialog.getByRole('listitem')
  await expect.poll(() => versions.count()).toBe(3)
  expect(await versions.nth(1).getByRole('deletion').innerText()).toContain('80')
  expect(await versions.nth(1).getByRole('insertion').innerText()).toContain('95')
  await look(page, 'versions')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await channel.getByRole('button', { name: '(edited)' }).click()
  await versions.nth(0).getByRole('button', { name: 'Show delivery' }).click()
  await page.waitForURL(/deliveries/)
  expect(pathOf(page)).toContain(delivery)
})

const isFocused = (element: Element) => element === document.activeElement
const topOf = (element: Element) => element.getBoundingClientRect().top

/** Returns a value after it has stopped changing. */
async function settled(read: () => Promise<number>): Promise<number> {
  let last = Number.NaN
  await eventually(async () => {
    const now = await read()
    const before = last
    last = now
    expect(now).toBe(before)
  })
  return last
}

/** Returns the id of the last post that is above the visible part. */
function rowAbove(scroller: Element): { above: string } {
  const { top } = scroller.getBoundingClientRect()
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-post]')]
  const above = rows.filter(row => row.getBoundingClientRect().bottom <= top).at(-1)
  return { above: above?.dataset.post ?? '' }
}

/** Counts what is added to the live region, in `announcements`. */
function countAnnouncements() {
  let count = 0
  const region = document.querySelector('[role=status][aria-label=Updates]')
  Reflect.set(globalThis, 'announcements', 0)
  new MutationObserver(changes => {
    const said = changes.flatMap(({ addedNodes }) => [...addedNodes].map(node => node.textContent ?? ''))
    count += said.filter(words => words.includes('updated a post')).length
    Reflect.set(globalThis, 'announcements', count)
  }).observe(region as Element, { childList: true, subtree: true, characterData: true })
}
