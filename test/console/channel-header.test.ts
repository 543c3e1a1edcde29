import { newId } from '@posthorn/server'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { type Stack, startStack } from './stack.js'

const sidebarLink = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name })

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Channel menu' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Creates a private channel with the administrator as its only member. */
async function makePrivate({ db }: Pick<Stack, 'db'>, name: string, displayName: string): Promise<void> {
  const { teamId } = await db.channel.findFirstOrThrow({ where: { name: 'builds' } })
  const { id: creatorId } = await db.user.findUniqueOrThrow({ where: { username: 'admin' } })
  const stamps = { createAt: 1, updateAt: 1 }
  const channel = { id: newId(), teamId, type: 'P', name, displayName, creatorId, ...stamps }
  await db.channel.create({ data: channel })
  await db.channelMember.create({ data: { channelId: channel.id, userId: creatorId } })
}

/** Adds `reader` in the members' dialog of the channel Incident. */
async function addReader(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Members' }).click()
  await page.getByRole('dialog', { name: 'Members of Incident' }).getByText('You').waitFor()
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('searchbox', { name: 'Search people' }).and(page.locator(':focus')).fill('zebra')
  await page.getByText('Nobody matches.').waitFor()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('rea')
  await page.getByRole('button', { name: 'Add reader' }).click()
  await page.getByText('Added reader to Incident').waitFor()
  await page.getByRole('button', { name: 'Show members' }).click()
  await page.getByRole('button', { name: 'Remove reader' }).waitFor()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Remove reader' }) })
  await row.getByRole('img', { name: 'Online' }).waitFor()
}

test('members of a private channel add people and remove them, who notice at once', async () => {
  const stack = await startStack()
  await makePrivate(stack, 'incident', 'Incident')
  const path = '/first-team/channels/incident'
  const [{ page }, reader] = await Promise.all([
    enter(stack.consoleUrl, { path }),
    enter(stack.consoleUrl, { user: 'reader' }),
  ])
  await addReader(page)
  await look(page, 'channel-members')
  await sidebarLink(reader.page, /Incident/).click()
  await reader.page.getByText('reader added to the channel by admin.').waitFor()

  await page.getByRole('button', { name: 'Remove reader' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Removed reader from Incident').waitFor()
  await reader.page.getByText('Channel incident not found').waitFor()
  await sidebarLink(reader.page, /Incident/).waitFor({ state: 'detached' })
})

/** Renames the channel Builds. */
async function rename(page: Page): Promise<void> {
  await choose(page, 'Name and purpose')
  const dialog = page.getByRole('dialog', { name: 'Name and purpose of Builds' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Nightly builds')
  await dialog.getByRole('textbox', { name: 'Name in URLs and payloads' }).fill('nightly')
  await dialog.getByRole('textbox', { name: 'Purpose' }).fill('Results of the nightly builds')
  await look(page, 'channel-edit')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
}

async function archive(page: Page): Promise<void> {
  await choose(page, 'Archive channel')
  await page.getByRole('button', { name: 'Archive channel' }).click()
  await page.getByRole('heading', { name: 'Town Square', level: 1 }).waitFor()
}

test('a renamed channel moves on every screen, and an archived one can be restored', async () => {
  const { consoleUrl } = await startStack()
  const path = '/first-team/channels/builds'
  const [{ page }, reader] = await Promise.all([
    enter(consoleUrl, { path }),
    enter(consoleUrl, { user: 'reader', path }),
  ])
  await rename(page)
  for (const shown of [page, reader.page]) {
    await shown.waitForURL('**/channels/nightly')
    await shown.getByRole('heading', { name: 'Nightly builds', level: 1 }).waitFor()
    await shown.getByText('Results of the nightly builds', { exact: true }).waitFor()
  }

  await archive(page)
  await reader.page.getByText('Channel nightly not found').waitFor()
  await page.getByRole('link', { name: 'Browse channels' }).click()
  await look(page, 'browse-archived')
  await page.getByRole('button', { name: 'Restore Nightly builds' }).click()
  await sidebarLink(page, /Nightly builds/).waitFor()
  await reader.page.getByRole('heading', { name: 'Nightly builds', level: 1 }).waitFor()
  await page.getByRole('region', { name: 'Archived channels' }).waitFor({ state: 'detached' })
})

/** Mutes Town Square, and reads the setting again. */
async function mute(page: Page): Promise<void> {
  await choose(page, 'Notifications')
  await page.getByRole('switch', { name: 'Mute' }).check()
  await page.getByRole('combobox', { name: 'Notify me about' }).selectOption('Nothing')
  await look(page, 'channel-notifications')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await sidebarLink(page, 'Town Square (muted)').waitFor()
  await choose(page, 'Notifications')
  await page.getByRole('switch', { name: 'Mute', checked: true }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Notify me about' }).inputValue()).toBe('none')
  await page.getByRole('button', { name: 'Cancel' }).click()
}

test('a muted channel draws attention only with mentions, and a member can leave a channel but not the first', async () => {
  const { consoleUrl, send } = await startStack()
  const { page } = await enter(consoleUrl, { user: 'reader' })
  await mute(page)
  await page.getByRole('button', { name: 'Channel menu' }).click()
  const items = await page.getByRole('menuitem').allInnerTexts()
  expect(items).toEqual(['Notifications', 'Name and purpose', 'Old posts'])
  await page.keyboard.press('Escape')
  await sidebarLink(page, 'Builds').click()
  await send({ text: 'nobody in particular' })
  await send({ text: 'and @reader' })
  await sidebarLink(page, 'Town Square (muted) 1 mention').waitFor()

  await choose(page, 'Leave channel')
  await page.getByRole('button', { name: 'Leave channel' }).click()
  await page.getByRole('heading', { name: 'Town Square', level: 1 }).waitFor()
  await eventually(async () => expect(await sidebarLink(page, 'Builds').count()).toBe(0))
})

test('shows the header of a channel as one line with links, and counts its members', async () => {
  const stack = await startStack()
  const { db, channelNamed } = stack
  const { id } = await channelNamed('builds')
  const header = '**Runbook**: https://wiki.example.com, ask @reader :tada:\n\n# or ~town-square'
  await db.channel.update({ where: { id }, data: { header } })
  const { page } = await enter(stack.consoleUrl, { path: '/first-team/channels/builds' })
  const line = page.locator('main > header')
  await line.getByRole('link', { name: 'https://wiki.example.com' }).waitFor()
  expect(await line.locator('strong').textContent()).toBe('Runbook')
  expect(await line.getByText('🎉').count()).toBe(1)
  expect((await line.boundingBox())?.height).toBeLessThan(60)
  const members = await db.channelMember.count({ where: { channelId: id } })
  await page.getByRole('button', { name: `Members: ${members}`, exact: true }).waitFor()
  await look(page, 'channel-header-text')
  await line.getByRole('link', { name: '~town-square' }).click()
  await page.getByRole('heading', { name: 'Town Square', level: 1 }).waitFor()
})
