import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { type Stack, startStack } from './stack.js'

test('hides the system console from members, and denies them access at its address', async () => {
  const { consoleUrl } = await startStack()
  const { page: member } = await enter(consoleUrl, { user: 'reader' })
  await member.getByRole('button', { name: 'First Team' }).click()
  await member.getByRole('menuitem', { name: 'My account' }).waitFor()
  expect(await member.getByRole('menuitem', { name: 'System console' }).count()).toBe(0)
  await member.goto('/admin/integrations/custom')
  await member.getByText('You don’t have access to this page').waitFor()
  await look(member, 'system-not-allowed')
  await member.getByRole('link', { name: 'Back to your team' }).click()
  await member.getByRole('button', { name: 'First Team' }).waitFor()
  await goThereAndBack((await enter(consoleUrl)).page)
})

/** Opens the system console with the menu, and with keys. */
async function goThereAndBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'First Team' }).click()
  await page.getByRole('menuitem', { name: 'System console' }).click()
  await page.getByRole('heading', { name: 'Custom integrations', level: 1 }).waitFor()
  for (const key of ['g', 'h']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'First Team' }).waitFor()
  for (const key of ['g', 's']) await page.keyboard.press(key)
  await page.getByRole('heading', { name: 'Custom integrations', level: 1 }).waitFor()
}

const integrations = '/admin/integrations/custom'
const names = 'Enable integrations to override usernames'

/** Sends until a post shows the payload's username. All processes apply the setting within seconds. */
async function sendUntilNamed({ db, send }: Stack, username: string): Promise<void> {
  await eventually(async () => {
    await send({ text: 'named', username })
    const named = { props: { path: ['override_username'], equals: username } }
    expect(await db.post.count({ where: named })).toBeGreaterThan(0)
  })
}

test('applies a saved switch to the next post, and asks before unsaved changes are lost', async () => {
  const stack = await startStack()
  const { page: member } = await enter(stack.consoleUrl, { user: 'reader' })
  const { page } = await enter(stack.consoleUrl, { path: integrations })
  await page.getByRole('switch', { name: names }).click()
  await page.getByRole('link', { name: 'Back to your team' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const changes = page.getByRole('region', { name: 'Recent changes' })
  await changes.getByText('Enable integrations to override usernames').first().waitFor()
  await look(page, 'system-integrations')
  await sendUntilNamed(stack, 'Ada of the payload')
  await member.getByText('Ada of the payload').first().waitFor()
})

test('keeps both changes when two administrators save different switches at once', async () => {
  const { consoleUrl, db } = await startStack()
  const labels = [names, 'Enable integrations to override profile picture icons']
  const pages = await Promise.all(labels.map(() => enter(consoleUrl, { path: integrations })))
  for (const [index, { page }] of pages.entries())
    await page.getByRole('switch', { name: labels[index] ?? '' }).click()
  await Promise.all(pages.map(({ page }) => page.getByRole('button', { name: 'Save changes' }).click()))
  await Promise.all(pages.map(({ page }) => page.getByText('Saved', { exact: true }).waitFor()))
  const saved = await db.setting.findMany({ where: { name: { not: 'version' } }, orderBy: { name: 'asc' } })
  expect(saved.map(({ name, value }) => [name, value])).toEqual([
    ['EnablePostIconOverride', true],
    ['EnablePostUsernameOverride', true],
  ])
})

test('applies a lowered limit, lists the limited callers, and can be changed back by a limited administrator', async () => {
  const { consoleUrl, hookUrl } = await startStack()
  const { page, expectTrouble } = await enter(consoleUrl, { path: '/admin/limits' })
  expectTrouble(/429/)
  for (const [label, calls] of [
    ['webhook', '2'],
    ['user', '1'],
  ] as const) {
    await page.getByRole('switch', { name: `Limit calls per ${label}` }).click()
    await page.getByRole('group', { name: label }).getByLabel('Calls', { exact: true }).fill(calls)
  }
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const call = () => fetch(hookUrl, { method: 'POST', body: '{"text":"x"}' })
  await eventually(async () => expect((await call()).status).toBe(429))
  await page.reload()
  await page.getByRole('row').filter({ hasText: 'First hook' }).waitFor()
  expect(await page.getByText('Posthorn does not respond').count()).toBe(0)
  await look(page, 'system-limits')
  await page.getByRole('switch', { name: 'Limit calls per user' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved', { exact: true }).waitFor() // until then, leaving would open a dialog
  await readAudit(page)
})

/** Saves settings of storage and payloads, after a value that is out of bounds. */
async function changeStorage(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Storage and payloads' }).click()
  const days = page.getByLabel('Deliveries (days)')
  await days.fill('366')
  await page.getByRole('button', { name: 'Save changes' }).click()
  expect(await days.evaluate((field: HTMLInputElement) => field.validity.rangeOverflow)).toBe(true)
  await days.fill('30')
  await page.getByLabel('HTML per payload (bytes)').fill('1572864')
  await page.getByText('1.5 MiB.').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
}

test('has a screen for the settings of logins, teams, storage and payloads, within their bounds', async () => {
  const { consoleUrl, db } = await startStack()
  const { page } = await enter(consoleUrl, { path: '/admin/people' })
  await page.getByRole('switch', { name: 'Ask for the team at login' }).click()
  await page.getByLabel('Members per team').fill('80')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const changes = page.getByRole('region', { name: 'Recent changes' })
  await changes.getByText('Ask for the team at login').first().waitFor()
  await look(page, 'system-people-settings')

  await changeStorage(page)
  await changes.getByText('Deliveries (days)').first().waitFor()
  await look(page, 'system-storage-settings')
  const saved = await db.setting.findMany({ where: { name: { not: 'version' } }, orderBy: { name: 'asc' } })
  expect(saved.map(({ name, value }) => [name, value])).toEqual([
    ['DeliveryDays', 30],
    ['MaxHtmlBytesPerDelivery', 1_572_864],
    ['MaxUsersPerTeam', 80],
    ['RequireTeamNameAtLogin', false],
  ])
})

async function readAudit(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByLabel('Object').selectOption('settings')
  const entry = page.getByRole('listitem').filter({ hasText: 'Calls per user' }).first()
  await entry.getByText('admin changed settings: Calls per user').waitFor()
  expect(await entry.getByText('off').first().isVisible()).toBe(false)
  expect((await entry.boundingBox())?.height).toBeLessThan(50)
  await entry.getByRole('button', { name: 'Details' }).click()
  await entry.getByText('off').first().waitFor()
  await look(page, 'system-audit')
  const link = entry.getByRole('link', { name: 'Calls per user' })
  expect(await link.getAttribute('href')).toBe('/admin/limits')
  expect(await link.evaluate(node => getComputedStyle(node).textDecorationLine)).toBe('underline')
  expect(await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toContain(
    'target=settings',
  )
  await page.getByLabel('Object').selectOption('user')
  await page.getByRole('listitem').getByText('admin logged in').first().waitFor()
}
