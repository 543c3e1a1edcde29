import { sign } from '@octokit/webhooks-methods'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from '../console/enter.js'
import { look } from '../console/look.js'
import { startStack } from '../console/stack.js'

const list = '/first-team/integrations/incoming'
const body = JSON.stringify({ text: 'hi' })

async function start() {
  const stack = await startStack()
  const { id } = await stack.db.hook.findFirstOrThrow()
  const { page, expectTrouble } = await enter(stack.consoleUrl, { path: `${list}/${id}/settings` })
  const send = async (secret?: string) => {
    const headers = secret === undefined ? {} : { 'x-hub-signature-256': await sign(secret, body) }
    return (await fetch(stack.hookUrl, { method: 'POST', body, headers })).status
  }
  return { ...stack, page, expectTrouble, send }
}

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Generates a secret in the open dialog, and returns it. */
async function generate(page: Page): Promise<string> {
  await button(page, 'Save signature').click()
  await dialog(page).getByText('Where to paste it').waitFor()
  const secret = await dialog(page).getByLabel('Secret').inputValue()
  await look(page, 'hook-signature-secret')
  await button(page, 'Done').click()
  return secret
}

/** Reloads until the text is shown. Refused calls appear within about a second. */
async function shownAfterReload(page: Page, text: string): Promise<void> {
  const count = async () => {
    await page.reload()
    await page.getByText('got an error response and was never stored').waitFor()
    return page.getByText(text).count()
  }
  await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(0)
}

type Send = Awaited<ReturnType<typeof start>>['send']

/** Adds a second secret, and removes the old one. Returns the new one. */
async function replaceSecret(page: Page, send: Send, old: string): Promise<string> {
  await button(page, 'Change signature').click()
  await dialog(page).getByLabel('Second secret').selectOption('Generate one')
  await look(page, 'hook-signature-second')
  const other = await generate(page)
  await page.getByText('Two secrets are valid.').waitFor()
  await expect.poll(() => send(other)).toBe(200)
  expect(await send(old)).toBe(200)
  await button(page, 'Change signature').click()
  await dialog(page).getByRole('button', { name: 'Remove' }).last().click()
  await button(page, 'Save signature').click()
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => send(old)).toBe(401)
  return other
}

async function limitAddresses(page: Page): Promise<void> {
  await button(page, 'Limit addresses').click()
  await dialog(page).getByLabel('Allowed addresses').fill('192.0.2.0/24\nexample.org')
  await button(page, 'Save addresses').click()
  await dialog(page).getByText('Invalid address.').waitFor()
  await dialog(page).getByLabel('Allowed addresses').fill('192.0.2.0/24\n2001:db8::/32')
  await look(page, 'hook-addresses')
  await button(page, 'Save addresses').click()
  await page.getByText('Only calls from 192.0.2.0/24, 2001:db8::/32 are accepted.').waitFor()
  await look(page, 'hook-settings-signed')
}

test('verifies signatures with a generated secret, replaces it, and shows refused calls', async () => {
  const { page, send, expectTrouble } = await start()
  await button(page, 'Verify signatures').click()
  await dialog(page).getByText('Settings > Webhooks > Secret').waitFor()
  await look(page, 'hook-signature-new')
  const old = await generate(page)
  await page.getByText('Verified: GitHub').waitFor()
  await expect.poll(() => send()).toBe(401)
  expect(await send(old)).toBe(200)
  const other = await replaceSecret(page, send, old)
  expectTrouble(/400/)
  await limitAddresses(page)
  await expect.poll(() => send(other)).toBe(403)
  await page.getByRole('link', { name: 'Refused calls' }).click()
  await shownAfterReload(page, '127.0.0.1 is not among the allowed addresses.')
  for (const cause of ['signature_wrong', 'signature_missing']) await page.getByText(cause).first().waitFor()
  await look(page, 'hook-refused-signatures')
  await page.getByRole('link', { name: 'Connect a sender' }).click()
  await page.getByText('This webhook verifies signatures').waitFor()
})

test("accepts a sender's own secret and header, and stops verifying", async () => {
  const { page, send, db } = await start()
  await button(page, 'Verify signatures').click()
  await dialog(page).getByLabel('Sender', { exact: true }).selectOption('HMAC-SHA256 in another header')
  await dialog(page).getByLabel('Header', { exact: true }).fill('X-Hub-Signature-256')
  await dialog(page).getByLabel('Secret', { exact: true }).selectOption('Enter the sender’s')
  await dialog(page).getByLabel('Secret of the sender').fill('short')
  expect(await button(page, 'Save signature').isDisabled()).toBe(true)
  await dialog(page).getByLabel('Secret of the sender').fill('the secret of the sender')
  await dialog(page).getByRole('switch', { name: 'Refuse calls without a signature' }).click()
  await look(page, 'hook-signature-own')
  await button(page, 'Save signature').click()
  await page.getByText('Calls without one are accepted.').waitFor()
  await expect.poll(() => send('a wrong secret')).toBe(401)
  expect([await send(), await send('the secret of the sender')]).toEqual([200, 200])
  await button(page, 'Change signature').click()
  await button(page, 'Stop verifying').click()
  await page.getByText('Not verified: anyone who has the URL can post.').waitFor()
  expect((await db.hook.findFirstOrThrow()).signatureSecrets).toEqual([])
})
