import { deliveryId } from '@posthorn/core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter, shownPosts } from '../console/enter.js'
import { look } from '../console/look.js'
import { type Stack, startStack } from '../console/stack.js'
import { longestTaskMs } from '../console/tasks.js'
import { eventually } from '../support/eventually.js'

const count = 10_000
const limitMs = 100
/** Tasks take longer when other programs evict their memory from the caches. `fixedWork` hardly uses memory. */
const cachesShared = 1.5
/** Enough for a hundred pages, one after another, on a busy machine. */
const patienceMs = 150_000
/** The CPU time of `fixedWork` on the machine on which the limit was chosen. */
const fixedWorkMs = 100

/** Creates 10,000 posts of a hook, one per second, some of them long. */
async function fill({ db, channelNamed }: Stack) {
  const { id: channelId } = await channelNamed('builds')
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { username: 'admin' } })
  const end = Date.now() - 60_000
  const rows = Array.from({ length: count }, (_, index) => {
    const createAt = end - (count - index) * 1000
    const words = 'and some more words '.repeat(index % 10 === 0 ? 30 : index % 4)
    return {
      id: deliveryId(createAt, String(index).padStart(14, '0')),
      createAt,
      updateAt: createAt,
      userId,
      channelId,
      message: `post ${index}`,
      html: `<p>post <strong>${index}</strong> ${words}</p>`,
      htmlVersion: 1,
      props: { from_webhook: 'true', override_username: `sender-${index % 7}` },
    }
  })
  // batches that Prisma does not split: it would send all parts at once over one connection
  for (let at = 0; at < count; at += 2000) await db.post.createMany({ data: rows.slice(at, at + 2000) })
  await db.channel.update({ where: { id: channelId }, data: { totalMsgCount: count, lastPostAt: end } })
  return rows.map(({ id }) => id)
}

/** Returns by how much the machine is slower than the one on which the limit was chosen; at least 1. */
async function slowness(page: Page): Promise<number> {
  const ms = await longestTaskMs(page, () => page.evaluate(fixedWork))
  return Math.max(1, ms / fixedWorkMs)
}

function fixedWork(): Promise<void> {
  return new Promise(resolve =>
    setTimeout(() => {
      let text = ''
      for (let step = 0; step < 400_000; step++) text = `${text}${step}`.slice(-50)
      resolve(void text)
    }),
  )
}

test('scrolls through ten thousand posts, and shows a new one, without a task of over 100 ms', async () => {
  const stack = await startStack()
  await fill(stack)
  const { page } = await enter(stack.consoleUrl, { path: '/first-team/channels/builds' })
  await page.getByText('post 9999').waitFor()
  const before = await slowness(page)
  const scroller = page.getByRole('region', { name: 'Posts' })
  const longest = await longestTaskMs(page, async () => {
    await eventually(async () => {
      await scroller.press('Home')
      expect(await page.getByText('There are no earlier posts.').isVisible()).toBe(true)
    }, patienceMs)
    await scroller.press('End')
    await page.getByText('post 9999').waitFor()
    await stack.send({ text: 'the newest of all', channel: 'builds' })
    await page.getByText('the newest of all').waitFor()
  })
  const after = await slowness(page) // the load of the machine varies
  expect(longest).toBeGreaterThan(1)
  expect(longest).toBeLessThan(limitMs * cachesShared * Math.max(before, after))
})

test('shows a linked post among its neighbours, and scrolls to both ends from there', async () => {
  const stack = await startStack()
  const ids = await fill(stack)
  const { page } = await enter(stack.consoleUrl, { path: `/first-team/channels/builds?post=${ids[5000]}` })
  const linked = page.getByText('post 5000')
  await eventually(async () => expect(await linked.evaluate(isInWindow)).toBe(true))
  await look(page, 'permalink')
  expect(await page.getByText('post 4999').count()).toBe(1)
  const scroller = page.getByRole('region', { name: 'Posts' })
  for (const key of ['PageDown', 'PageUp'])
    await eventually(async () => {
      await scroller.press(key)
      const shown = (await shownPosts(page)).map(numberIn)
      expect(shown).toEqual(shown.map((_, index) => (shown[0] ?? 0) + index)) // no gap
      expect(shown.some(number => (key === 'PageDown' ? number > 5060 : number < 4940))).toBe(true)
    }, patienceMs)
  await page.getByRole('button', { name: 'Jump to newest' }).click()
  await page.getByText('post 9999').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

const numberIn = (text: string) => Number(/^post (\d+)/.exec(text)?.[1])

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}
