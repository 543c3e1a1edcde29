import { base32 } from '@posthorn/core'
import { newId } from '@posthorn/server'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from './enter.js'
import { look } from './look.js'
import { type Stack, startStack } from './stack.js'

const list = '/first-team/integrations/incoming'
const widths = [390, 768, 1024, 1440]
const hourMs = 3_600_000

/** Adds a failing hook, a disabled one and a busy one, with deliveries in the last hours. */
async function someHooks({ db, channelNamed }: Stack): Promise<void> {
  const { id: channelId } = await channelNamed('builds')
  const { userId, teamId } = await db.hook.findFirstOrThrow()
  const at = Date.now()
  const make = async (displayName: string, more: object, hours: [posted: number, rejected: number][]) => {
    const hook = {
      id: newId(),
      userId,
      teamId,
      channelId,
      displayName,
      createAt: at,
      updateAt: at,
      lastUsedAt: at,
    }
    await db.hook.create({ data: { ...hook, ...more } })
    const settled = { hookId: hook.id, teamId, settledAt: at, requestId: newId(), payload: '{}' }
    const rows = hours.flatMap(([posted, rejected], ago) =>
      Array.from({ length: posted + rejected }, (_, index) => ({
        ...settled,
        ...(index < posted ? { outcome: 'posted' } : { outcome: 'rejected', reason: 'no_permission' }),
        id: `${base32(at - (ago + 0.5) * hourMs, 10)}${newId().slice(10)}`,
      })),
    )
    await db.delivery.createMany({ data: rows })
  }
  await make('Alertmanager', {}, [
    [3, 9],
    [0, 4],
    [8, 0],
  ])
  await make('Zabbix', { disabledAt: at }, [
    [0, 0],
    [2, 0],
  ])
  await make('Grafana', {}, [
    [40, 0],
    [12, 1],
    [30, 0],
    [25, 0],
    [3, 0],
    [33, 0],
  ])
}

test('filters webhooks by status, sorts them, and shows the last day of each, at every width', async () => {
  const stack = await startStack()
  await someHooks(stack)
  const { page } = await enter(stack.consoleUrl, { path: list })
  await page.getByRole('link', { name: 'Grafana' }).waitFor()
  await page.getByLabel('Sort by', { exact: true }).selectOption('Highest failure rate')
  await page.waitForURL(/sort=failure_rate/)
  await inOrder(page, ['Alertmanager', 'Grafana', 'Zabbix', 'First hook'])
  await page.getByLabel('Sort by', { exact: true }).selectOption('Title')
  await inOrder(page, ['Alertmanager', 'First hook', 'Grafana', 'Zabbix'])
  await page
    .getByRole('row')
    .filter({ hasText: 'Alertmanager' })
    .getByText(/54[.,]2.?%/)
    .locator('visible=true')
    .waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width)
    await page.getByTitle('24 deliveries in the last 24 hours, 13 rejected').locator('visible=true').waitFor()
  }
  await look(page, 'hooks-sorted')
  await page.getByRole('link', { name: 'Failing', exact: true }).click()
  await inOrder(page, ['Alertmanager'])
  await page.getByRole('link', { name: 'Never used', exact: true }).click()
  await inOrder(page, ['First hook'])
  expect(new URL(page.url()).search).toBe('?sort=title&only=never_used')
  await page.reload()
  await inOrder(page, ['First hook'])
  await page.getByRole('link', { name: 'Creator deactivated', exact: true }).click()
  await page.getByText('No webhooks have this status').waitFor()
})

async function inOrder(page: Page, titles: string[]): Promise<void> {
  const links = page.getByRole('main').locator('tbody [data-row]')
  await expect.poll(() => links.allTextContents()).toEqual(titles)
}

test('charts a webhook’s last day and week', async () => {
  const stack = await startStack()
  await someHooks(stack)
  const { page } = await enter(stack.consoleUrl, { path: list })
  await page.getByRole('link', { name: 'Alertmanager' }).click()
  const chart = page.getByRole('figure', { name: 'Deliveries over time' })
  await chart.getByText('11 posted', { exact: true }).waitFor()
  await chart.getByText(/^13 rejected .54[.,]2.?%.$/).waitFor()
  expect(await chart.getByRole('listitem').count()).toBe(3)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width)
  }
  await look(page, 'hook-chart')
  await chart.getByRole('link', { name: 'Last 7 days' }).click()
  await page.waitForURL(/over=week/)
  await page.getByRole('link', { name: 'Rejected', exact: true }).click()
  await page.waitForURL(/outcome=rejected/)
  expect(new URL(page.url()).searchParams.get('over')).toBe('week')
})

test('leads from a delivery to the next ones, shows its sender, and previews an edit before it is replayed', async () => {
  const { consoleUrl, hookUrl, send, allWorked } = await startStack()
  const headers = { 'content-type': 'application/json', 'user-agent': 'Grafana/11.2' }
  await fetch(hookUrl, { method: 'POST', headers, body: '{"text": "**Disk** is full"}' })
  await send({ text: 'rejected', channel: 'nowhere' })
  await send({ text: 'Memory is low' })
  await send({ text: 'Disk is fine' })
  await allWorked()
  const { page, context } = await enter(consoleUrl, { path: list })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('link', { name: 'First hook' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Disk is full' })
  await row.getByText('Town Square').waitFor()
  await look(page, 'hook-deliveries-words')
  await page.getByRole('link', { name: 'Posted', exact: true }).click()
  await page.waitForURL(/outcome=posted/)
  await page.getByLabel('Search payloads').fill('disk')
  await page.waitForURL(/text=disk/)
  await page.getByText('Memory is low').waitFor({ state: 'detached' })
  await row.getByRole('link').click()
  await page.getByText('Grafana/11.2').waitFor()
  await page.getByText('127.0.0.1').waitFor()
  await page.getByRole('button', { name: 'Copy the delivery id' }).click()
  const id = await page.evaluate(() => navigator.clipboard.readText())
  expect(page.url()).toContain(id)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width)
  }
  await look(page, 'delivery-sender')
  await page.getByRole('link', { name: 'Newer', exact: true }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('region', { name: 'Post' }).getByText('Disk is fine').waitFor()
  await page.getByRole('link', { name: 'Older', exact: true }).press('Enter')
  await page.getByRole('region', { name: 'Post' }).getByText('Disk is full').waitFor()
  await page.getByRole('button', { name: 'Edit and replay' }).click()
  const preview = page.getByRole('dialog').getByRole('region', { name: 'Preview' })
  await preview.getByText('Disk is full').waitFor()
  await page.getByRole('textbox', { name: 'Payload' }).fill('{"text": "Disk is *new*"}')
  await preview.getByText('Disk is new').waitFor()
  await look(page, 'delivery-edit-preview')
})
