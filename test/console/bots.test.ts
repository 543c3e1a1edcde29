import { createClient } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { sessionOf } from '../api/callers.js'
import { eventually } from '../support/eventually.js'
import { calling } from '../support/slack.js'
import { enter } from './enter.js'
import { look } from './look.js'
import { type Stack, startStack } from './stack.js'

const list = '/first-team/integrations/bots'

/** Registers an application of the administrator, whose bot is in the team. Returns the bot, and how to call with its token. */
async function startBot({ db, consoleUrl }: Stack) {
  const { userId: admin, teamId } = await db.hook.findFirstOrThrow()
  const client = createClient({ baseUrl: consoleUrl, token: await sessionOf(db, admin) })
  await client.saveConfig({ body: { ServiceSettings: { EnableOAuthServiceProvider: true } } })
  const callback_urls = ['https://planner.example.org/back']
  const about = { name: 'Planner', description: 'Plans', homepage: 'https://planner.example.org' }
  const app = await client.createApp({ body: { ...about, callback_urls, is_trusted: false } })
  await db.teamMember.create({ data: { teamId, userId: app.bot_user_id, roles: 'team_user' } })
  const channel = await db.channel.findFirstOrThrow({ where: { name: 'builds' } })
  await db.channelMember.create({ data: { channelId: channel.id, userId: app.bot_user_id } })
  const basic = Buffer.from(`${app.id}:${app.client_secret}`).toString('base64')
  const granted = await fetch(`${consoleUrl}/oauth/access_token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'post' }),
  })
  const { access_token } = (await granted.json()) as { access_token: string }
  const call = calling({ url: consoleUrl }, access_token)
  await eventually(async () => expect(await call('auth.test', {})).toMatchObject({ ok: true }))
  return { call, bot: app.bot_username }
}

test("shows a bot's deliveries, filters them, and replays one", async () => {
  const stack = await startStack()
  const { call, bot } = await startBot(stack)
  await call('chat.postMessage', { channel: 'builds', text: 'the plan' })
  await call('chat.postMessage', { channel: 'nowhere', text: 'lost' })
  const { page } = await enter(stack.consoleUrl, { path: list })
  await page
    .getByRole('link', { name: `@${bot}` })
    .getByText('Rejected')
    .waitFor()
  await look(page, 'bots')
  await page.getByRole('link', { name: `@${bot}` }).click()
  await page.getByRole('heading', { name: `@${bot}`, level: 1 }).waitFor()
  await page.getByRole('table').getByText('the plan').waitFor()
  await look(page, 'bot-deliveries')
  const outcomes = page.getByRole('navigation', { name: 'Outcome' })
  await outcomes.getByRole('link', { name: 'Rejected' }).click()
  await page.getByRole('table').getByText('the plan').waitFor({ state: 'detached' })
  await outcomes.getByRole('link', { name: 'Posted' }).click()
  await page.getByRole('row').filter({ hasText: 'the plan' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Delivery', level: 1 }).waitFor()
  await page.getByText('Slack’s Web API chat.postMessage').waitFor()
  expect(await page.getByText('Team', { exact: true }).count()).toBe(0) // whose ID would say nothing to people
  await look(page, 'bot-delivery')
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page.getByText('Replay of').waitFor()
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`^${list}/[a-z0-9]{26}/deliveries/`))
  expect(await stack.messages('builds')).toEqual(['the plan', 'the plan'])
})

test("replays all of a bot's rejected deliveries, and one with an edited payload", async () => {
  const stack = await startStack()
  const { call, bot } = await startBot(stack)
  const { id } = await stack.db.user.findUniqueOrThrow({ where: { username: bot } })
  await call('chat.postMessage', { channel: 'later', text: 'one' })
  await call('chat.postMessage', { channel: 'later', text: 'two' })
  const builds = await stack.db.channel.findFirstOrThrow({ where: { name: 'builds' } })
  const { page } = await enter(stack.consoleUrl, { path: `${list}/${id}?outcome=rejected` })
  await page.getByRole('row').filter({ hasText: 'Rejected' }).first().getByRole('link').first().click()
  await page.getByRole('button', { name: 'Edit and replay' }).click()
  await page.getByRole('textbox', { name: 'Payload' }).fill('{"channel": "builds", "text": "edited"}')
  await page.getByRole('region', { name: 'Preview' }).getByText('edited').waitFor()
  await page.getByRole('button', { name: 'Replay edited' }).click()
  await page.getByText('Replay of').waitFor()
  expect(await stack.messages('builds')).toEqual(['edited'])
  await stack.db.channel.update({ where: { id: builds.id }, data: { name: 'later' } })
  await page.goto(new URL(`${list}/${id}`, page.url()).href)
  await page.getByRole('button', { name: 'Replay all rejected…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replay 1' }).click()
  await page.getByText('1 delivery replayed: 1 posted.').waitFor()
  expect(await stack.messages('later')).toEqual(['edited', 'one'])
})

test("says that another person's bot does not exist", async () => {
  const stack = await startStack()
  const { bot } = await startBot(stack)
  const { id } = await stack.db.user.findUniqueOrThrow({ where: { username: bot } })
  const { page, expectTrouble } = await enter(stack.consoleUrl, { user: 'reader', path: `${list}/${id}` })
  expectTrouble(/404/)
  await page.getByText('This bot does not exist').waitFor()
  await page.getByRole('link', { name: 'Show your bots' }).click()
  await page.getByRole('link', { name: '@reader' }).getByText('Nothing sent yet').waitFor()
})
