import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter, shownPosts } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

const list = '/first-team/integrations/incoming'

test('leads from a rejected delivery to the missing channel, its creation, the replay and the post', async () => {
  const { consoleUrl, send, allWorked } = await startStack()
  await send({ text: 'Build **12** is done', icon_emoji: ':tada:', mrkdwn: true })
  await send({ text: 'Release **2.0** is out', username: 'deploy', channel: 'releases' })
  await allWorked()
  const { page } = await enter(consoleUrl, { path: list })
  await page.getByRole('link', { name: 'First hook' }).click()
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  await deliveries.getByText('There is no channel releases').waitFor()
  const why = page.getByRole('region', { name: 'Why it fails' })
  await why.getByText('1 of 2 deliveries in the last 24 hours was rejected').waitFor()
  await why.getByText('There is no channel releases').waitFor()
  await look(page, 'hook-deliveries')
  await page.getByRole('link', { name: 'Rejected', exact: true }).click()
  await deliveries.getByText('There is no channel releases').waitFor()
  expect(new URL(page.url()).search).toBe('?outcome=rejected')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Why it was rejected' }).waitFor()
  await look(page, 'delivery-rejected')
  const rejected = page.url()
  await replayInVain(page)

  const advice = page.getByRole('region', { name: 'Why it was rejected' })
  await advice.getByRole('link', { name: 'Browse channels', exact: true }).click()
  await page.getByRole('button', { name: 'New channel' }).click()
  await page.getByLabel('Name').fill('Releases')
  await look(page, 'channel-new')
  await page.getByRole('button', { name: 'Create channel' }).click()
  await page.getByRole('heading', { name: 'Releases' }).waitFor()

  await page.goto(rejected)
  await page.getByRole('region', { name: 'Why it was rejected' }).waitFor()
  await page.keyboard.press('r')
  await page.getByRole('link', { name: 'an earlier delivery' }).waitFor()
  await page.getByRole('region', { name: 'Post' }).getByText('Release 2.0 is out').waitFor()
  await look(page, 'delivery-posted')
  await page.getByRole('link', { name: 'Show in channel' }).click()
  const post = page.getByRole('article').filter({ hasText: 'Release 2.0 is out' })
  await post.hover()
  await post.getByRole('button', { name: 'Show delivery' }).click()
  await page.getByRole('link', { name: 'an earlier delivery' }).click()
  await page.getByRole('link', { name: 'replayed' }).waitFor()
})

test('offers to replay rejected deliveries only when a webhook has some', async () => {
  const { consoleUrl, send, allWorked } = await startStack()
  await send({ text: 'posted' })
  await allWorked()
  const { page } = await enter(consoleUrl, { path: list })
  const asked = page.waitForResponse(/\/deliveries\?.*outcome=rejected/)
  await page.getByRole('link', { name: 'First hook' }).click()
  expect(await (await asked).json()).toMatchObject({ deliveries: [] })
  await page.getByRole('table', { name: 'Deliveries' }).getByText('posted', { exact: true }).waitFor()
  const replayAll = page.getByRole('button', { name: 'Replay all rejected' })
  expect(await replayAll.count()).toBe(0)
  await send({ text: 'rejected', channel: 'nowhere' })
  await replayAll.waitFor()
})

/** Starts a stack with a post for each text, and opens the hook's deliveries. */
async function startWith(...texts: string[]) {
  const { consoleUrl, send, allWorked } = await startStack()
  for (const text of texts) await send({ text })
  await allWorked()
  const { page } = await enter(consoleUrl, { path: list })
  await page.getByRole('link', { name: 'First hook' }).click()
  return { page, consoleUrl }
}

test('keeps a filter that was typed just before a delivery is opened', async () => {
  const { page } = await startWith('old needle', 'hay', 'new needle', 'more hay')
  const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row')
  await rows.filter({ hasText: 'new needle' }).waitFor()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000) // the pause after typing never ends
  await page.getByRole('searchbox', { name: 'Search payloads' }).fill('needle')
  await rows.filter({ hasText: 'new needle' }).getByRole('link').click()
  await page.clock.resume()
  await page.getByRole('region', { name: 'Payload' }).getByText('new needle').waitFor()
  expect(await page.getByRole('link', { name: 'Newer' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Older' }).click()
  await page.getByRole('region', { name: 'Payload' }).getByText('old needle').waitFor()
  await page.goBack()
  await page.goBack()
  await expectRows(page, 2)
  expect(new URL(page.url()).search).toBe('?text=needle')
})

test('announces new deliveries, searches them, counts refused calls, and replays edited or all deliveries', async () => {
  const { consoleUrl, send, allWorked, db, channelNamed } = await startStack()
  const missing = Array.from({ length: 30 }, (_, index) => send({ text: `Sale ${index}`, channel: 'sales' }))
  await Promise.all(missing)
  await send('{"text": "no end')
  await allWorked()
  const { page, context } = await enter(consoleUrl, { path: list })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('link', { name: 'First hook' }).click()
  // the list of hooks, which may still be visible, contains the same text
  await page
    .getByRole('region', { name: 'Deliveries' })
    .getByText('There is no channel sales')
    .first()
    .waitFor()
  const rows = await page.getByRole('row').count()
  for (const text of ['one', 'a needle', 'three']) await send({ text })
  await page.getByRole('button', { name: '3 new' }).waitFor()
  expect(await page.getByRole('row').count()).toBe(rows)
  await page.getByRole('button', { name: '3 new' }).click()
  await page.getByRole('button', { name: '3 new' }).waitFor({ state: 'detached' })
  expect(await page.getByRole('row').count()).toBe(rows + 3)

  await page.getByRole('searchbox', { name: 'Search payloads' }).fill('NEEDLE')
  await page.waitForURL(/text=NEEDLE/)
  await expectRows(page, 1)
  await editAndReplay(page)

  const builds = await channelNamed('builds')
  await db.channel.update({ where: { id: builds.id }, data: { name: 'sales' } })
  await page.goto(list)
  await page.getByRole('link', { name: 'First hook' }).click()
  await replayAll(page)

  await page.getByRole('link', { name: 'Refused calls' }).click()
  const last = page.getByRole('region', { name: 'Latest' })
  await last.getByRole('cell', { name: /unreadable, response 400/ }).waitFor()
  await page
    .getByRole('table', { name: /^Refused calls on/ })
    .getByRole('cell', { name: 'unreadable' })
    .waitFor()
  await page.getByText('A refused call got an error response and was never stored.').waitFor()
  await look(page, 'hook-refused-calls')
  await page.getByRole('link', { name: 'Show rejected deliveries' }).click()
  await page.waitForURL(/outcome=rejected/)
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  await deliveries.getByText('could not become a post.').waitFor()
})

test('erases a stored request or a history with their posts, which leave open pages at once', async () => {
  const { page, consoleUrl } = await startWith('of Quokkamoor', 'kept')
  const { page: channel } = await enter(consoleUrl, { user: 'reader' })
  await postWith(channel, 'of Quokkamoor').waitFor()
  await page.getByRole('row').filter({ hasText: 'of Quokkamoor' }).getByRole('link').click()
  await erase(page, 'stored request', 'delivery-erase')
  await page.getByText('Erased. Only the time, the outcome and the counts are stored.').waitFor()
  await page.getByText('No longer stored.').waitFor()
  expect(await page.getByRole('button', { name: /^(Replay|Copy as curl|Erase.*)$/ }).count()).toBe(0)
  await page.waitForFunction(() => document.activeElement?.localName === 'main')
  await look(page, 'delivery-erased')
  await postWith(channel, 'of Quokkamoor').waitFor({ state: 'detached' })
  expect(await shownPosts(channel)).toContain('kept')
  await page.getByRole('link', { name: 'First hook' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await erase(page, 'history', 'history-erase')
  await postWith(channel, 'kept').waitFor({ state: 'detached' })
})

const postWith = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

/** Erases with the posts. */
async function erase(page: Page, what: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Erase ${what}` }).click()
  const dialog = page.getByRole('dialog', { name: `Erase the ${what}?` })
  await dialog.getByRole('switch', { name: /^Delete the posts/ }).check()
  await look(page, name)
  await dialog.getByRole('button', { name: /^Erase/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Replays a rejected delivery before its channel exists: nothing claims success, and the list shows both. */
async function replayInVain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page.getByRole('alert').getByText('This replay was rejected, too.').waitFor()
  expect(await page.getByRole('status').getByText('Replayed').count()).toBe(0)
  await look(page, 'delivery-rejected-again')
  await page.getByRole('link', { name: 'First hook' }).click()
  const rows = page.getByRole('region', { name: 'Deliveries' }).getByRole('row')
  await rows.filter({ hasText: 'Replayed: rejected' }).waitFor()
  expect(await rows.filter({ has: page.getByText('Replay', { exact: true }) }).count()).toBe(1)
  await look(page, 'deliveries-rejected-again')
  await rows.filter({ hasText: 'Replayed: rejected' }).getByRole('link').click()
}

async function expectRows(page: Page, count: number): Promise<void> {
  await page.waitForFunction(wanted => document.querySelectorAll('main tbody tr').length === wanted, count)
}

async function editAndReplay(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `curl -H 'Content-Type: application/json' -d '{"text":"a needle"}' "\${HOOK_URL:?}"`,
  )
  await page.getByRole('button', { name: 'Edit and replay' }).click()
  await page.getByRole('textbox', { name: 'Payload' }).fill('{\n  "text": "a thread",\n}')
  await page.getByText('Line 3, column 1').waitFor()
  await look(page, 'delivery-edit')
  await page.getByRole('textbox', { name: 'Payload' }).fill('{\n  "text": "a thread"\n}')
  await page.getByRole('button', { name: 'Replay edited' }).click()
  await page.getByRole('region', { name: 'Post' }).getByText('a thread').waitFor()
}

/** Replays what was counted. The result is also visible after a reload. */
async function replayAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Replay all rejected' }).click()
  await page.getByText('30 deliveries will be sent again').waitFor()
  await look(page, 'deliveries-replay-all')
  await page.getByRole('button', { name: 'Replay 30' }).click()
  await page.waitForURL(/replay=/)
  await page.reload()
  await page.getByText('30 posted').waitFor()
  await look(page, 'deliveries-replayed')
  await page.getByRole('button', { name: 'Replay all rejected' }).click()
  await page.getByText('There is nothing to replay').waitFor()
  await page.keyboard.press('Escape')
}
