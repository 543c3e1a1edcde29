import { expect, test } from 'vitest'
import { addTeam } from '../api/start-api.js'
import { enter, shownPosts } from '../console/enter.js'
import { look } from '../console/look.js'
import { startStack } from '../console/stack.js'
import { openTcpProxy } from '../support/tcp-proxy.js'

const unreachable = [/Failed to load resource: net::/, /WebSocket connection to/, /status of 50[23]/]
const bar = /This page may be outdated/

test('keeps its content with a notice while the server is down, and catches up afterwards', async () => {
  const { consoleUrl, send, stopApi, startApi } = await startStack()
  await send({ text: 'before' })
  const { page, expectTrouble } = await enter(consoleUrl)
  await page.getByText('before').waitFor()
  expectTrouble(...unreachable)
  await stopApi()
  await page.getByText(bar).waitFor()
  expect(await shownPosts(page)).toEqual(['before'])
  await look(page, 'server-away')
  await send({ text: 'meanwhile' })
  await startApi()
  await page.getByText('meanwhile').waitFor()
  await page.getByText(bar).waitFor({ state: 'detached' })
})

test('opens a screen that was not loaded before the server went down as soon as it is back, and keeps its frame', async () => {
  const { consoleUrl, stopApi, startApi } = await startStack()
  const { page, expectTrouble } = await enter(consoleUrl)
  await page.getByRole('heading', { name: 'Town Square', level: 1 }).waitFor()
  expectTrouble(...unreachable)
  await stopApi()
  await page.getByRole('link', { name: 'Incoming webhooks' }).click()
  await page.getByRole('alert').getByText('Posthorn does not respond').waitFor()
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Town Square' }).waitFor()
  await look(page, 'screen-not-loaded')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Town Square' }).click()
  await page.getByRole('heading', { name: 'Town Square', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Incoming webhooks' }).click()
  await startApi()
  await page.getByRole('link', { name: 'New webhook' }).first().waitFor()
})

test('shows fifty posts that arrived during a connection failure, each once, in order', async () => {
  const { consoleUrl, send, allWorked } = await startStack()
  const line = await openTcpProxy(consoleUrl)
  await send({ text: 'post 0' })
  const { page, expectTrouble } = await enter(line.url.replace(/\/$/, ''))
  await page.getByText('post 0').waitFor()
  expectTrouble(...unreachable)
  await line.cut()
  await page.getByText(bar).waitFor()
  const sent = Array.from({ length: 50 }, (_, index) => `post ${index + 1}`)
  for (const text of sent) await send({ text })
  await allWorked()
  await line.restore()
  await page.getByText('post 50', { exact: true }).waitFor()
  const read: string[] = []
  const scroller = page.getByRole('region', { name: 'Posts' })
  await scroller.press('Home')
  await page.getByText('post 0', { exact: true }).waitFor()
  for (let step = 0; step < 20 && read.at(-1) !== 'post 50'; step++) {
    for (const text of await shownPosts(page)) if (!read.includes(text)) read.push(text)
    await scroller.press('PageDown')
  }
  expect(read).toEqual(['post 0', ...sent])
  await line.cut()
})

test('says after some seconds why a screen shows nothing, and shows it when the server is back', async () => {
  const { consoleUrl, stopApi, startApi } = await startStack()
  const { page, expectTrouble } = await enter(consoleUrl, { path: '/first-team/integrations/incoming' })
  await page.getByRole('link', { name: 'First hook' }).click()
  await page.getByRole('region', { name: 'Deliveries' }).waitFor()
  expectTrouble(...unreachable)
  await stopApi()
  await page.getByRole('link', { name: 'Rejected', exact: true }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await alert.getByText('Posthorn does not respond').waitFor()
  await look(page, 'deliveries-not-loaded')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Loading the deliveries').waitFor({ state: 'attached' })
  await startApi()
  await page.getByRole('heading', { name: 'No deliveries match these filters' }).waitFor()
  await alert.waitFor({ state: 'detached' })
})

test('shows what could not be loaded in the main landmark while the server is down', async () => {
  const { consoleUrl, db, stopApi, startApi } = await startStack()
  await addTeam(db, 'second-team')
  const { page, expectTrouble } = await enter(consoleUrl)
  await page.getByRole('heading', { name: 'Town Square', level: 1 }).waitFor()
  expectTrouble(...unreachable)
  await stopApi()
  await page.getByRole('button', { name: 'First Team' }).click()
  await page.getByRole('menuitem', { name: 'second-team' }).click()
  await page.getByRole('main').getByText('Loading the channels').waitFor({ state: 'attached' })
  await page.getByText(bar).waitFor()
  await look(page, 'team-not-loaded')
  await startApi()
  await page.getByText(bar).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Browse channels' }).waitFor()
})
