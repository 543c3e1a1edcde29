import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'
import { logIn, openVisitor } from './visitor.js'

test('makes new users choose a password at their first login, and logs out deactivated users', async () => {
  const { consoleUrl, db } = await startStack()
  const { page } = await enter(consoleUrl, { path: '/admin/users' })
  await page.getByRole('row').filter({ hasText: 'reader' }).waitFor()
  await look(page, 'users')
  const password = await createUser(page)

  const ada = await openVisitor(consoleUrl)
  ada.expectTrouble(/40[013]/)
  await ada.page.goto('/')
  await logIn(ada.page, { user: 'ada', password })
  await choosePassword(ada.page, password)
  await ada.page.getByRole('button', { name: 'First Team' }).waitFor()

  await page.getByRole('link', { name: 'Open ada' }).click()
  await page.getByRole('button', { name: 'Deactivate ada' }).waitFor()
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { username: 'ada' } })
  await db.hook.updateMany({ data: { userId } })
  await page.reload()
  await deactivate(page)
  expect(await db.hook.count({ where: { disabledAt: 0 } })).toBe(0)
  await ada.page.reload()
  await ada.page.getByRole('heading', { name: 'Log in to Posthorn' }).waitFor()
  await erase(page)
  await eventually(async () => expect(await db.user.count({ where: { username: 'ada' } })).toBe(0))
})

async function erase(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Erase user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase ada?' })
  const button = dialog.getByRole('button', { name: 'Erase user' })
  expect(await button.isDisabled()).toBe(true)
  await dialog.getByText('Delete their webhooks and applications').click()
  await dialog.getByLabel('Type ada to confirm').fill('ada')
  await look(page, 'user-erase')
  await button.click()
  await page.getByRole('heading', { name: 'Users' }).waitFor()
}

/** Creates a user, and returns the password, which is shown once. */
async function createUser(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'New user' }).click()
  await page.getByRole('heading', { name: 'New user' }).waitFor() // the list has a field with the same label
  await page.getByLabel('User name').fill('ada')
  await page.getByLabel('E-mail').fill('ada@x.example')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await look(page, 'user-new')
  await page.getByRole('button', { name: 'Create user' }).click()
  const shown = page.getByLabel('First password of ada')
  await shown.waitFor()
  await look(page, 'user-made')
  return shown.inputValue()
}

async function choosePassword(page: Page, given: string): Promise<void> {
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
  await look(page, 'first-password')
  await page.getByLabel('Current password', { exact: true }).fill(given)
  await page.getByLabel('New password', { exact: true }).fill(given)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('alert').filter({ hasText: 'the password that an administrator set' }).waitFor()
  await page.getByLabel('New password', { exact: true }).fill('of her own')
  await page.getByRole('button', { name: 'Change password' }).click()
}

async function deactivate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Deactivate ada' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate ada?' })
  const button = dialog.getByRole('button', { name: 'Deactivate' })
  expect(await button.isDisabled()).toBe(true)
  await dialog.getByLabel('Disable').check()
  await look(page, 'user-deactivate')
  await button.click()
  await page.getByRole('button', { name: 'Activate ada' }).waitFor()
  await look(page, 'user')
}

test('imports a file of users, and shows each failed row’s error', async () => {
  const { consoleUrl } = await startStack()
  const { page } = await enter(consoleUrl, { path: '/admin/users/import' })
  const people = Array.from({ length: 30 }, (_, index) => `u${index},u${index}@x.example`)
  const buffer = Buffer.from(['username,email', ...people, 'reader,r@x.example'].join('\n'))
  await page.getByLabel('File').setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Import users' }).click()
  await page.getByText('30 created, 1 failed.').waitFor()
  await page.getByText('An account with that username already exists.').waitFor()
  await look(page, 'users-imported')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the first passwords' }).click()
  expect((await downloading).suggestedFilename()).toBe('first-passwords.csv')
})

test('creates a team, adds members and changes their roles', async () => {
  const { consoleUrl, db } = await startStack()
  const { page } = await enter(consoleUrl, { path: '/admin/teams' })
  await page.getByRole('link', { name: 'First Team' }).waitFor()
  await look(page, 'all-teams')
  await page.getByRole('button', { name: 'New team' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Night Shift')
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.getByRole('heading', { name: 'Night Shift' }).waitFor()
  await page.getByLabel('Add by user name').fill('Reader')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Role of reader in Night Shift').selectOption('Administrator')
  await page.getByText('Saved').waitFor()
  await look(page, 'one-team')
  const team = await db.team.findFirstOrThrow({ where: { name: 'night-shift' } })
  const { roles } = await db.teamMember.findFirstOrThrow({
    where: { teamId: team.id, user: { username: 'reader' } },
  })
  expect(roles).toBe('team_user team_admin')
})
