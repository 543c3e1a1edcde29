import { createClient } from '@posthorn/contract'
import { saveSettings } from '@posthorn/db'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sessionOf } from '../api/callers.js'
import { addTeam } from '../api/start-api.js'
import { eventually } from '../support/eventually.js'
import { look } from './look.js'
import { startStack } from './stack.js'
import { logIn, openVisitor } from './visitor.js'

/** Returns the name of the field that has the focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

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
  // not a real click, because the dialog may appear first and cover the link
  await page.getByRole('link', { name: 'Browse channels' }).dispatchEvent('click')
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  expect(await focused(page)).toBe('password')
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
  await page.getByText('A system administrator can set a new one for you.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Log in')
  await look(page, 'log-in-refused')
  expect(await page.getByLabel('User name or e-mail').inputValue()).toBe('admin')
  await logIn(page)
  await page.getByRole('heading', { name: 'Town Square' }).waitFor()
})

test('suggests the team that the URL names, else the last one, else the only one, and starts in the first empty field', async () => {
  const { consoleUrl, db } = await startStack()
  const { page } = await openVisitor(consoleUrl)
  const team = page.getByLabel('Team')
  await page.goto('/')
  await team.waitFor()
  expect([await team.inputValue(), await focused(page)]).toEqual(['first-team', 'login_id'])
  await addTeam(db, 'second-team')
  await page.reload()
  await team.waitFor()
  expect([await team.inputValue(), await focused(page)]).toEqual(['', 'team'])
  await page.goto('/second-team/channels')
  await team.waitFor()
  expect(await team.inputValue()).toBe('second-team')

  await page.goto('/')
  await logIn(page)
  await page.getByRole('heading', { name: 'Town Square' }).waitFor()
  await page.context().clearCookies()
  await page.goto('/')
  await team.waitFor()
  expect([await team.inputValue(), await focused(page)]).toEqual(['first-team', 'login_id'])
})

/** Types a password, shows it, and turns Caps Lock on and off. */
async function showAndWarn(page: Page): Promise<void> {
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('with a typo')
  expect(await field.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await field.getAttribute('type')).toBe('text')
  const press = (modifierCapsLock: boolean) =>
    field.dispatchEvent('keydown', { key: 'A', modifierCapsLock, bubbles: true })
  await press(true)
  await page.getByText('Caps Lock is on.').waitFor()
  await look(page, 'log-in-caps-lock')
  await press(false)
  await page.getByText('Caps Lock is on.').waitFor({ state: 'detached' })
}

test('asks for no team if logins need none, shows the password, and warns about Caps Lock', async () => {
  const { consoleUrl, db } = await startStack()
  await saveSettings(db, { RequireTeamNameAtLogin: false })
  const props = async () => (await fetch(`${consoleUrl}/api/v3/general/client_props`)).json()
  await eventually(async () => expect(await props()).toMatchObject({ RequireTeamNameAtLogin: 'false' }))
  const { page } = await openVisitor(consoleUrl)
  await page.goto('/first-team/channels/off-topic')
  await page.getByLabel('User name or e-mail').fill('reader')
  expect(await page.getByLabel('Team').count()).toBe(0)
  await showAndWarn(page)
  await logIn(page, { user: 'reader' })
  await page.getByRole('heading', { name: 'Off-Topic', level: 1 }).waitFor()
})

/** Returns whether a text was shown at any time since. */
async function watchFor(page: Page, text: string) {
  await page.evaluate(text => {
    const seen = document.body.innerText.includes(text)
    const watching = globalThis as unknown as { wasShown: boolean }
    watching.wasShown = seen
    new MutationObserver(() => {
      watching.wasShown ||= document.body.innerText.includes(text)
    }).observe(document.body, { subtree: true, childList: true })
  }, text)
  return () => page.evaluate(() => (globalThis as unknown as { wasShown: boolean }).wasShown)
}

test('says at once that the session was ended elsewhere, and nothing about the server', async () => {
  const { consoleUrl, db, send } = await startStack()
  const { page, expectTrouble } = await openVisitor(consoleUrl)
  await page.goto('/first-team/channels/town-square')
  await logIn(page)
  await page.getByRole('heading', { name: 'Town Square' }).waitFor()
  const wasToldOfServer = await watchFor(page, 'does not respond')
  const { userId, id } = await db.session.findFirstOrThrow()
  expectTrouble(/401/) // of calls that were on their way
  const elsewhere = createClient({ baseUrl: consoleUrl, token: await sessionOf(db, userId) })
  await elsewhere.revokeSession({ body: { id } })
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  expect(await focused(page)).toBe('password')
  await send({ text: 'meanwhile' })
  await logIn(page)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('meanwhile').waitFor()
  await send({ text: 'afterwards' })
  await page.getByText('afterwards').waitFor()
  expect(await wasToldOfServer()).toBe(false)
})
