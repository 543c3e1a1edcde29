import type { Page } from 'playwright-core'
import { password } from '../support/constants.js'

type Login = { team?: string; user?: string; password?: string }

/** Fills in and submits the login form. */
export async function logIn(page: Page, login: Login = {}): Promise<void> {
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  const team = page.getByLabel('Team')
  if (await team.isVisible()) await team.fill(login.team ?? 'first-team')
  await page.getByLabel('User name or e-mail').fill(login.user ?? 'admin')
  await page.getByLabel('Password', { exact: true }).fill(login.password ?? password)
  await page.getByRole('button', { name: 'Log in' }).click()
}
