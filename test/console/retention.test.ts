import { timeOf } from '@posthorn/core'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { oldId } from '../support/old-id.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { type Stack, startStack } from './stack.js'

/** Creates two old posts and a new one. */
async function addOldPosts({ db, channelNamed }: Stack) {
  const builds = await channelNamed('builds')
  const common = { userId: builds.creatorId, channelId: builds.id, message: 'old', html: '', htmlVersion: 1 }
  const ids = [oldId(50), oldId(40), oldId(1)]
  const data = ids.map(id => ({ id, createAt: timeOf(id), updateAt: timeOf(id), ...common }))
  await db.post.createMany({ data })
  return builds
}

async function chooseDays(within: Page | Locator, days: string): Promise<void> {
  await within.getByLabel('Keep posts').selectOption('days')
  await within.getByLabel('Days', { exact: true }).fill(days)
}

test('says how many posts of a channel will be deleted, and saves its days', async () => {
  const stack = await startStack()
  const { id } = await addOldPosts(stack)
  const { page } = await enter(stack.consoleUrl, { path: '/first-team/channels/builds' })
  await page.getByRole('button', { name: 'Channel menu' }).click()
  await page.getByRole('menuitem', { name: 'Old posts' }).click()
  await chooseDays(page, '30')
  await look(page, 'channel-retention')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('2 posts will be deleted within minutes').waitFor()
  await look(page, 'channel-retention-confirm')
  await page.getByRole('button', { name: 'Delete old posts' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect((await stack.db.channel.findUnique({ where: { id } }))?.postDays).toBe(30)
})

test('saves the days of a team and of the server', async () => {
  const { db, consoleUrl, channelNamed } = await startStack()
  const { teamId } = await channelNamed('builds')
  const { page } = await enter(consoleUrl)
  for (const path of [`/admin/teams/${teamId}`, '/admin/storage']) {
    await page.goto(path)
    const part = page.getByRole('region', { name: 'Old posts' })
    await chooseDays(part, '60')
    await part.getByRole('button', { name: 'Save retention period' }).click()
    await page.getByText('No post is that old yet').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
  }
  const team = await db.team.findUnique({ where: { id: teamId } })
  const setting = await db.setting.findUnique({ where: { name: 'PostDays' } })
  expect([team?.postDays, setting?.value]).toEqual([60, 60])
})

test('shows members how long posts are stored, without letting them change it', async () => {
  const { consoleUrl } = await startStack()
  const { page } = await enter(consoleUrl, { user: 'reader' })
  await page.getByRole('button', { name: 'Channel menu' }).click()
  await page.getByRole('menuitem', { name: 'Old posts' }).click()
  await page.getByText('Team default: forever').waitFor({ state: 'attached' })
  await page.getByText('Team administrators can change this.').waitFor()
  expect(await page.getByLabel('Keep posts').isDisabled()).toBe(true)
})
