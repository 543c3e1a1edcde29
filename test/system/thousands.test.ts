import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from '../console/enter.js'
import { look } from '../console/look.js'
import { startStack } from '../console/stack.js'
import { eventually } from '../support/eventually.js'
import { addThousands } from '../support/thousands.js'

/** About 40 rows, the frame around them, and what the icons consist of. A row has about 20 elements. */
const mostElements = 2500
/** A page of a list, uncompressed. */
const mostBytes = 150_000

async function start(user: string, path: string) {
  const stack = await startStack()
  const { db } = stack
  const { teamId, userId: ownerId } = await db.hook.findFirstOrThrow()
  const { id: channelId } = await stack.channelNamed('town-square')
  await addThousands(db, { teamId, ownerId, channelId })
  const { page } = await enter(stack.consoleUrl, { user, path })
  return { ...stack, page }
}

const elementsIn = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

/** Collects the sizes of the responses to calls whose path contains `part`, and the paths. */
function listen(page: Page, part: string) {
  const seen: { url: string; bytes: number }[] = []
  page.on('response', async response => {
    if (!response.url().includes(part)) return
    const body = await response.body().catch(() => undefined)
    if (body) seen.push({ url: response.url(), bytes: body.length })
  })
  return seen
}

test('lists 5,000 users by rendering the visible rows, and finds one on the server', async () => {
  const { page } = await start('admin', '/admin/users')
  const seen = listen(page, '/admin/users?')
  await page.reload()
  await page.getByRole('link', { name: 'user-0001', exact: true }).waitFor()
  expect(await page.getByRole('status').filter({ hasText: 'in total' }).textContent()).toMatch(
    /^5,\d{3} in total$/,
  )
  const rows = page.getByRole('row')
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toMatch(/^50\d\d$/)
  await toEnd(page, 4)
  await eventually(async () =>
    expect(Number(await rows.last().getAttribute('aria-rowindex'))).toBeGreaterThan(380),
  )
  expect(await rows.count()).toBeLessThan(100)
  expect(await elementsIn(page)).toBeLessThan(mostElements)
  await page.getByLabel('Search by user name, name or e-mail').fill('number 4321')
  await page.getByRole('link', { name: 'user-4321', exact: true }).waitFor()
  await page.getByRole('status').filter({ hasText: '1 found' }).waitFor()
  expect(seen.length).toBeGreaterThan(4)
  expect(Math.max(...seen.map(({ bytes }) => bytes))).toBeLessThan(mostBytes)
  await look(page, 'thousands-users')
})

test('lists 5,000 webhooks by rendering the visible rows, sorts them, and finds one on the server', async () => {
  const { page } = await start('admin', '/first-team/integrations/incoming')
  const seen = listen(page, '/hooks/incoming/search')
  await page.getByLabel('Sort by', { exact: true }).selectOption('Title')
  await page.getByRole('link', { name: 'Hook 0001' }).waitFor()
  await page.getByText('5,001 in total').waitFor()
  await toEnd(page, 3)
  expect(await page.getByRole('row').count()).toBeLessThan(100)
  expect(await elementsIn(page)).toBeLessThan(mostElements)
  await page.getByLabel('Search by title, channel or creator').fill('hook 4321')
  await page.getByRole('link', { name: 'Hook 4321' }).waitFor()
  await page.getByRole('status').filter({ hasText: '1 found' }).waitFor()
  expect(seen.length).toBeGreaterThan(3)
  expect(Math.max(...seen.map(({ bytes }) => bytes))).toBeLessThan(mostBytes)
  await look(page, 'thousands-hooks')
})

/** Scrolls to the end, which loads the next page, `times` times. */
async function toEnd(
  page: Page,
  times: number,
  scroller = page.locator('main > [data-scroller]'),
): Promise<void> {
  for (let time = 0; time < times; time++) {
    const before = await scroller.evaluate(element => element.scrollHeight)
    await eventually(async () => {
      await scroller.evaluate(element => element.scrollTo(0, element.scrollHeight))
      expect(await scroller.evaluate(element => element.scrollHeight)).toBeGreaterThan(before)
    })
  }
}

test('keeps the focus on a row that is scrolled away, and moves on from there', async () => {
  const { page } = await start('admin', '/admin/users')
  await page.getByRole('link', { name: 'user-0001', exact: true }).focus()
  await toEnd(page, 2)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  expect(await focused()).toBe('user-0001')
  expect(await page.getByRole('link', { name: 'user-0040', exact: true }).count()).toBe(0)
  await page.keyboard.press('j')
  expect(await focused()).toBe('user-0002')
  const row = page.getByRole('row').filter({ hasText: 'user-0002' })
  expect(Number(await row.getAttribute('aria-rowindex'))).toBeGreaterThan(2)
  for (let step = 3; step <= 40; step++) await page.keyboard.press('j')
  expect(await focused()).toBe('user-0040')
})

test('shows a member of 5,000 channels the visible ones in the sidebar', async () => {
  const { page } = await start('admin', '/first-team/channels/town-square')
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' })
  const first = page.getByRole('link', { name: 'Channel 0001', exact: true })
  await first.waitFor()
  const setSize = await sidebar.getByRole('listitem').filter({ has: first }).getAttribute('aria-setsize')
  expect(Number(setSize)).toBeGreaterThanOrEqual(5000)
  expect(await elementsIn(page)).toBeLessThan(mostElements)
  await sidebar.locator('[data-scroller]').evaluate(element => element.scrollTo(0, element.scrollHeight / 2))
  await sidebar.getByRole('link', { name: 'Channel 2500', exact: true }).click()
  await page.getByRole('heading', { name: 'Channel 2500' }).waitFor()
  expect(await elementsIn(page)).toBeLessThan(mostElements)
  await look(page, 'thousands-sidebar') // hides the sidebar meanwhile
  for (const name of ['Channel 2496', 'Channel 2504'])
    await sidebar.getByRole('link', { name, exact: true }).waitFor()
})

test('offers 5,000 channels to join in pages, and finds one on the server', async () => {
  const { page } = await start('reader', '/first-team/channels')
  const seen = listen(page, '/channels/search?')
  await page.reload()
  await page.getByRole('link', { name: 'Channel 0001' }).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /^5,\d{3} in total$/ })
    .waitFor()
  await toEnd(page, 2)
  expect(await elementsIn(page)).toBeLessThan(mostElements)
  await page.getByLabel('Search by name').fill('el 4321')
  await page.getByRole('link', { name: 'Channel 4321' }).waitFor()
  await page.getByRole('status').filter({ hasText: '1 found' }).waitFor()
  expect(Math.max(...seen.map(({ bytes }) => bytes))).toBeLessThan(mostBytes)
  await look(page, 'thousands-channels')
  await page.getByRole('link', { name: 'Channel 4321' }).click()
  await page.getByRole('button', { name: 'Join channel' }).click()
  await page.getByRole('region', { name: 'Posts' }).waitFor()
})

test('lists 5,000 members of a channel and of a team by rendering the visible ones', async () => {
  const { page, db } = await start('admin', '/first-team/channels/town-square')
  await page.getByRole('button', { name: 'Members' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'user-0001', exact: true }).waitFor()
  await toEnd(page, 3, dialog.locator('[data-scroller]'))
  const last = dialog.getByRole('listitem').last()
  await eventually(async () => expect(Number(await last.getAttribute('aria-posinset'))).toBeGreaterThan(150))
  expect(await dialog.getByRole('listitem').count()).toBeLessThan(100)
  await dialog.getByLabel('Search members').fill('user-4321')
  await dialog.getByRole('link', { name: 'user-4321', exact: true }).waitFor()
  const { id } = await db.team.findFirstOrThrow({ where: { name: 'first-team' } })
  await page.goto(`/admin/teams/${id}`)
  await page.getByRole('link', { name: 'user-0001', exact: true }).waitFor()
  await toEnd(page, 2)
  expect(await elementsIn(page)).toBeLessThan(mostElements)
})
