import { newId } from '@posthorn/server'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { look } from './look.js'
import { type Stack, startStack } from './stack.js'

const widths = [390, 768, 860, 1024, 1440]
const longTitle = 'Nightly batch logs from the data warehouse, region west'
const longChannel = 'A channel with a really long name, for truncation purposes only'

test('lists webhooks of a team and of all teams without cutting or covering anything, at every width', async () => {
  const stack = await startStack()
  await longHooks(stack)
  const { page } = await enter(stack.consoleUrl, { path: '/first-team/integrations/incoming' })
  await page.getByRole('link', { name: longTitle }).waitFor()
  await fitsEverywhere(page)
  await page.getByTitle('21 of 22 deliveries in the last 24 hours were rejected').waitFor()
  await look(page, 'hooks-long')
  await page.goto('/admin/hooks')
  await page.getByRole('link', { name: longTitle }).waitFor()
  await fitsEverywhere(page)
  await look(page, 'all-hooks-long')
})

test('shows the head of a webhook with a long channel name in whole lines', async () => {
  const stack = await startStack()
  await longHooks(stack)
  const { page } = await enter(stack.consoleUrl, { path: '/first-team/integrations/incoming' })
  await page.getByRole('link', { name: longTitle }).click()
  const channel = page.getByRole('link', { name: longChannel }).last()
  await channel.waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const term = await page.getByText('Posts to', { exact: true }).boundingBox()
    expect(term?.height, `the term at ${width} px`).toBeLessThan(30)
    const { x = 0, width: taken = 0 } = (await channel.boundingBox()) ?? {}
    expect(x + taken, `the channel at ${width} px`).toBeLessThanOrEqual(width)
    expect(await channel.getAttribute('title')).toBe(longChannel)
  }
  await look(page, 'hook-long')
})

/** Adds a hook with a long title, every badge, and a channel with a long name. */
async function longHooks({ db, channelNamed }: Stack): Promise<void> {
  const { id: channelId } = await channelNamed('builds')
  await db.channel.update({ where: { id: channelId }, data: { displayName: longChannel } })
  const { userId, teamId } = await db.hook.findFirstOrThrow()
  const at = BigInt(Date.now())
  const hook = { createAt: at, updateAt: at, userId, teamId, channelId, lastUsedAt: at }
  const failing = { ...hook, id: newId(), displayName: 'Jenkins', disabledAt: at }
  const long = { ...hook, id: newId(), displayName: longTitle, description: 'Ask the data platform team' }
  await db.hook.createMany({ data: [long, failing] })
  const settled = { teamId, settledAt: at, requestId: newId(), payload: '{}' }
  const rejected = { ...settled, hookId: failing.id, outcome: 'rejected', reason: 'no_permission' }
  await db.delivery.createMany({ data: Array.from({ length: 21 }, () => ({ ...rejected, id: newId() })) })
  await db.delivery.create({ data: { ...settled, hookId: failing.id, id: newId(), outcome: 'posted' } })
}

/** Checks each width: whole titles or most of the row, nothing outside its cell, and no narrow text. */
async function fitsEverywhere(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(misfits), `at ${width} px`).toEqual([])
  }
}

/** Runs in the page. Returns a sentence for each part of the table that does not fit. */
function misfits(): string[] {
  const minTitlePx = 220
  const minColumnPx = 64
  const found: string[] = []
  const { width } = document.documentElement.getBoundingClientRect()
  for (const cell of document.querySelectorAll('th, td')) {
    const box = cell.getBoundingClientRect()
    if (box.width <= 1) continue
    const text = cell.textContent?.trim()
    if (cell.querySelector('[data-row]') && box.width < minTitlePx) found.push(`narrow title: ${text}`)
    if (text && box.width < minColumnPx && !cell.querySelector('button, .sr-only'))
      found.push(`narrow: ${text}`)
    if (box.right > width + 1) found.push(`outside of the window: ${text}`)
    for (const inner of cell.querySelectorAll('a, span:not(.sr-only), p, time')) {
      const { left, right, width } = inner.getBoundingClientRect()
      if (width === 0) continue
      if (left < box.left - 1 || right > box.right + 1)
        found.push(`outside of its cell: ${inner.textContent}`)
      const isCut = inner.scrollWidth > inner.clientWidth && getComputedStyle(inner).overflowX === 'hidden'
      if (isCut && !inner.getAttribute('title')) found.push(`cut without a tooltip: ${inner.textContent}`)
      if (isCut && inner.matches('a') && inner.clientWidth < minTitlePx)
        found.push(`cut: ${inner.textContent}`)
    }
  }
  return found
}
