import { IncomingWebhook } from '@slack/webhook'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { killRunning, newDataDir, startPosthorn } from '../standalone/posthorn.js'
import { accountIn } from '../standalone/printed.js'
import { look } from './look.js'
import { logIn, openVisitor } from './visitor.js'

afterAll(killRunning)

test('leads from npm start to a script’s messages, a mention and a repaired delivery, using only what the screens say', async () => {
  const { dataDir, remove } = await newDataDir()
  onTestFinished(remove)
  const { lines, firstRun, stop } = await startPosthorn(dataDir)
  onTestFinished(async () => void (await stop()))
  const { page, context } = await openVisitor(firstRun.base_url)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await logIn(page, accountIn(lines))
  const script = new IncomingWebhook(await makeHook(page))
  await page.getByText('Waiting for the first delivery').waitFor()
  await script.send('Hello from **my script**')
  await page.getByText('The first delivery has arrived').waitFor()
  await look(page, 'hook-first-delivery')
  await page.getByRole('link', { name: 'Town Square' }).first().click()
  await page.getByText('Hello from my script').waitFor()
  await script.send('Hello again')
  await page.getByText('Hello again').waitFor()

  await mention(script, firstRun)
  await expect(script.send({ text: 'Release 2.0 is out', channel: 'releases' })).rejects.toThrow()
  await repair(page)
  await page.getByRole('link', { name: 'Show in channel' }).click()
  await page.getByRole('article').getByText('Release 2.0 is out').waitFor()

  await page.getByRole('button', { name: 'First Team' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Log in to Posthorn' }).waitFor()
})

/** Creates a webhook as the first screen suggests, and returns the copied URL. */
async function makeHook(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'create a webhook' }).click()
  await page.getByRole('link', { name: 'New webhook' }).click()
  await page.getByLabel('Title', { exact: true }).fill('My script')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('button', { name: 'Copy URL' }).click()
  await page.getByText('Copied').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

type FirstRun = { base_url: string; team: string; user: { username: string; password: string } }

/** Checks that a badge announces a mention in a second browser that shows another channel. */
async function mention(script: IncomingWebhook, { base_url, team, user }: FirstRun): Promise<void> {
  const { page } = await openVisitor(base_url)
  await page.goto(`/${team}/channels/off-topic`)
  await logIn(page, { team, user: user.username, password: user.password })
  await page.getByRole('heading', { name: 'Off-Topic', level: 1 }).waitFor()
  await script.send(`@${user.username}: please look`)
  await page.getByRole('link', { name: 'Town Square (unread) 1 mention' }).click()
  await page.getByText('please look').waitFor()
  await page.getByRole('link', { name: 'Town Square', exact: true }).waitFor()
}

/** Follows the notice to the delivery, creates the missing channel, and replays the delivery. */
async function repair(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'posthorn (unread) 1 unread' }).click()
  await page.getByText('received a delivery that could not be posted').waitFor()
  await look(page, 'owner-notice')
  await page
    .getByRole('article')
    .getByRole('link', { name: /integrations/ })
    .click()
  await page.getByRole('link', { name: 'Show the delivery' }).click()
  await page
    .getByRole('region', { name: 'Why it was rejected' })
    .getByText('There is no channel releases')
    .waitFor()
  const rejected = page.url()
  const why = page.getByRole('region', { name: 'Why it was rejected' })
  await why.getByRole('link', { name: 'Browse channels', exact: true }).click()
  await page.getByRole('button', { name: 'New channel' }).click()
  await page.getByLabel('Name').fill('Releases')
  await page.getByRole('button', { name: 'Create channel' }).click()
  await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor()
  await page.goBack()
  await page.goBack()
  await page.waitForURL(rejected)
  await page.getByRole('region', { name: 'Why it was rejected' }).waitFor()
  await page.keyboard.press('r')
  await page.getByRole('region', { name: 'Post' }).getByText('Release 2.0 is out').waitFor()
}
