import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { saveSettings } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { IncomingWebhook } from '@slack/webhook'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { look } from './look.js'
import { type Stack, startStack } from './stack.js'
import { logIn, openVisitor } from './visitor.js'

const list = '/first-team/integrations/incoming'

test('creates a webhook, copies its URL, and shows deliveries without a reload', async () => {
  const { consoleUrl } = await startStack()
  const { page, context } = await openVisitor(consoleUrl)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(list)
  await logIn(page)
  await page.getByRole('link', { name: 'New webhook' }).click()
  const url = await makeHook(page)
  await page.getByRole('link', { name: 'Builds' }).first().click()
  await page.getByRole('heading', { name: 'Builds' }).first().waitFor()

  await new IncomingWebhook(url).send({ text: 'Deployed **shop** to production' })
  await page.getByText('Deployed shop to production').waitFor()

  await page.goto(list)
  await page.getByRole('link', { name: 'Grafana' }).click()
  await changeHook(page)
  await regenerate(page, url)
  await deleteHook(page)
})

/** Fills in the form, and returns the URL, which is shown once. */
async function makeHook(page: Page): Promise<string> {
  await page.getByLabel('Title', { exact: true }).fill('Grafana')
  await page.getByLabel('Description').fill('Alerts of the shop; ask the team of the platform')
  const channel = page.getByRole('combobox', { name: 'Channel', exact: true })
  await channel.fill('town-square')
  await channel.press('Enter') // what is listed is not yet what was searched for
  expect(await channel.inputValue()).toBe('town-square')
  await page.getByRole('option', { name: 'Builds', exact: true }).waitFor({ state: 'detached' })
  await channel.press('Enter')
  expect(await channel.inputValue()).toBe('Town Square')
  await channel.fill('bui')
  await look(page, 'hook-new')
  await page.getByRole('option', { name: 'Builds' }).click()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('button', { name: 'Copy URL' }).click()
  await page.getByText('Copied').waitFor()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(url).toBe(await page.getByLabel('Webhook URL').inputValue())
  await page.getByText('Copied').waitFor({ state: 'detached' })
  await look(page, 'hook-url')
  await page.getByRole('link', { name: 'Alertmanager' }).click()
  await page.getByLabel('alertmanager.yml').waitFor()
  await look(page, 'hook-snippet')
  await page.getByRole('link', { name: 'curl' }).click()
  const line = await page.getByLabel('Command').inputValue()
  await page.getByRole('link', { name: 'Incoming webhooks', exact: true }).first().click()
  const row = page.getByRole('row').filter({ hasText: 'Grafana' })
  await row.getByRole('cell', { name: 'never used' }).waitFor()
  await page.goBack()
  await page.getByText('Last usednever').waitFor()
  expect((await promisify(execFile)('bash', ['-c', line])).stdout).toBe('ok')
  await page.getByText('Last usedjust now').waitFor()
  await page.getByRole('link', { name: 'Incoming webhooks', exact: true }).first().click()
  await row.getByRole('cell', { name: 'just now' }).waitFor()
  await page.goBack()
  return url
}

async function changeHook(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Überwachung '.repeat(5))
  await page.getByText('1 byte too long. At most 64 bytes fit.').waitFor()
  expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
  await page.getByLabel('Title', { exact: true }).fill('Grafana of the shop')
  await page.getByText('45 of 64 bytes left').waitFor()
  await page.getByRole('switch', { name: 'Lock to this channel' }).click()
  await look(page, 'hook-settings')
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await look(page, 'hook-unsaved')
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { name: 'Grafana of the shop' }).waitFor()
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.getByRole('region', { name: 'Deliveries' }).waitFor()
  await page.goBack()
  await page.reload()
  await page.getByRole('switch', { name: 'Lock to this channel', checked: true }).waitFor()
}

/** Checks that the old URL stops at once, as chosen, and that the new one works. */
async function regenerate(page: Page, old: string): Promise<void> {
  await page.getByRole('link', { name: 'Connect a sender' }).click()
  await page.getByRole('button', { name: 'Regenerate URL' }).waitFor()
  await look(page, 'hook-url-gone')
  await page.getByRole('button', { name: 'Regenerate URL' }).click()
  await page.getByLabel('Keep the old URL valid for').selectOption('Stop it now, because it has leaked')
  await look(page, 'hook-regenerate')
  await page.getByRole('button', { name: 'Regenerate', exact: true }).click()
  const url = await page.getByLabel('Webhook URL').inputValue()
  expect(url).not.toBe(old)
  await expect(new IncomingWebhook(old).send('too late')).rejects.toThrow()
  expect(await new IncomingWebhook(url).send('in time')).toEqual({ text: 'ok' })
}

async function deleteHook(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await look(page, 'hook-delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByRole('link', { name: 'First hook' }).waitFor()
  expect(await page.getByRole('link', { name: 'Grafana of the shop' }).count()).toBe(0)
}

test('lists and finds 250 webhooks, and shows members without access whom to ask', async () => {
  const { consoleUrl, ...stack } = await startStack()
  await saveSettings(stack.db, { EnableOnlyAdminIntegrations: true }) // takes effect within a second
  await manyHooks(stack, 249)
  const { page } = await openVisitor(consoleUrl)
  await page.goto(list)
  await logIn(page)
  await page.getByText('250 in total').waitFor()
  await look(page, 'hooks')
  await showAll(page, 1 + 250)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sender 248', exact: true }).waitFor()
  await page.goBack()

  await page.keyboard.press('/')
  await page.keyboard.type('sender 243')
  await page.getByText('1 found').waitFor()
  await page.reload()
  await page.getByText('1 found').waitFor()
  await page.getByRole('link', { name: 'Sender 243' }).waitFor()
  await page.getByRole('searchbox').fill('nothing')
  await page.getByRole('heading', { name: 'No webhooks match “nothing”' }).waitFor()
  await look(page, 'hooks-none-found')

  const member = await openVisitor(consoleUrl)
  await member.page.goto(list)
  await logIn(member.page, { user: 'reader' })
  await member.page.getByRole('heading', { name: 'Only administrators can create webhooks' }).waitFor()
  await look(member.page, 'hooks-refused')
  expect(await member.page.getByRole('link', { name: 'New webhook' }).count()).toBe(0)
  await member.page.goto(`${list}/new`)
  await member.page.getByRole('heading', { name: 'Only administrators can create webhooks' }).waitFor()
  expect(await member.page.getByRole('textbox').count()).toBe(0)
})

/** Scrolls until all rows are loaded, of which the visible ones are rendered, and back. */
async function showAll(page: Page, rows: number): Promise<void> {
  const row = page.getByRole('row')
  const scroller = page.locator('main > [data-scroller]')
  const scroll = async () => {
    await scroller.evaluate(element => element.scrollTo(0, element.scrollHeight))
    return Number(await row.last().getAttribute('aria-rowindex'))
  }
  await expect.poll(scroll).toBe(rows)
  expect(await row.count()).toBeLessThan(100)
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  await scroller.evaluate(element => element.scrollTo(0, 0))
  await page.getByRole('link', { name: 'Sender 248', exact: true }).waitFor()
}

/** Creates hooks with different creation times and uses. */
async function manyHooks({ db, channelNamed }: Pick<Stack, 'db' | 'channelNamed'>, count: number) {
  const { userId, teamId } = await db.hook.findFirstOrThrow()
  const { id: channelId } = await channelNamed('builds')
  const now = Date.now()
  const rows = Array.from({ length: count }, (_, index) => {
    const at = BigInt(now + index)
    const lastUsedAt = index % 3 ? BigInt(now - index * 600_000) : 0n
    return {
      id: newId(),
      createAt: at,
      updateAt: at,
      userId,
      teamId,
      channelId,
      displayName: `Sender ${index + 1}`,
      description: index % 4 ? '' : 'Builds of the shop',
      lastUsedAt,
    }
  })
  await db.hook.createMany({ data: rows })
}
