import { expect, test } from 'vitest'
import { look } from './look.js'
import { startStack } from './stack.js'
import { logIn, openVisitor } from './visitor.js'

test('opens the address after the login, and returns there when the session has ended', async () => {
  const { consoleUrl, db } = await startStack()
  const { page, expectTrouble } = await openVisitor(consoleUrl)
  await page.goto('/first-team/channels/town-square')
  await page.getByRole('heading', { name: 'Log in to Posthorn' }).waitFor()
  await page.getByRole('heading', { name: 'First time here?' }).waitFor()
  await look(page, 'log-in')
  await logIn(page)
  await page.getByRole('heading', { name: 'Town Square' }).waitFor()
  await look(page, 'channel-empty')

  expectTrouble(/401/)
  await db.session.deleteMany()
  await page.getByRole('link', { name: 'Browse channels' }).click()
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  await look(page, 'session-ended')
  await logIn(page)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Browse channels' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/first-team/channels')
})

test('shows an error for a wrong password and keeps the input', async () => {
  const { consoleUrl } = await startStack()
  const { page, expectTrouble } = await openVisitor(consoleUrl)
  expectTrouble(/401/)
  await page.goto('/')
  await logIn(page, { password: 'not the right one' })
  await page.getByRole('alert').waitFor()
  await look(page, 'log-in-refused')
  expect(await page.getByLabel('User name or e-mail').inputValue()).toBe('admin')
  await logIn(page)
  await page.getByRole('heading', { name: 'Town Square' }).waitFor()
})
