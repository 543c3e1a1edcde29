import { saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { enter, shownPosts, startAndEnter } from './enter.js'
import { look } from './look.js'
import { startStack } from './stack.js'

const alert = {
  username: 'Alertmanager',
  attachments: [
    {
      color: 'danger',
      pretext: '@channel look at this',
      author_name: 'prometheus-1',
      title: 'HighErrorRate (3 firing)',
      title_link: 'https://alerts.example.org',
      text: '5xx above **2 %** on `checkout`',
      fields: [
        { title: 'Severity', value: 'critical', short: true },
        { title: 'Region', value: 'eu-west-1', short: true },
        { title: 'Runbook', value: '[Errors at the checkout](https://wiki.example.org/runbook)' },
      ],
      footer: 'Alertmanager',
      ts: 1795300000,
    },
    { color: '#7b61ff', text: 'Disk on `db-2` is 81 % full' },
  ],
}

test('shows a webhook’s posts without a reload, as the API stores them, with a BOT badge', async () => {
  const { page, send, posts, db } = await startAndEnter()
  await saveSettings(db, { EnablePostUsernameOverride: true })
  await page.getByText('No posts yet').waitFor()
  await look(page, 'channel-without-posts')
  await send({
    username: 'Jenkins',
    text: 'Build [#42](https://ci.example.org/42) of `shop` **passed**\n\n| suite | tests |\n|---|---:|\n| unit | 1,204 |',
  })
  await send({
    username: 'Release train',
    text: '- [x] build\n- [ ] deploy\n\n> as agreed on Monday\n\n```\nkubectl rollout status deploy/shop\n```\n@reader sees ~builds #release',
  })
  await send(alert)
  await page.getByRole('link', { name: 'HighErrorRate (3 firing)' }).waitFor()
  await look(page, 'channel')
  expect(await page.getByText('New', { exact: true }).count()).toBe(0)
  const [stored] = await posts()
  expect(stored?.html).toContain('<strong>passed</strong>')
  const first = page.getByRole('article').first()
  expect(await first.locator('.post-html strong').innerText()).toBe('passed')
  await first.getByText('Jenkins', { exact: true }).waitFor()
  expect(await first.getByText('BOT', { exact: true }).count()).toBe(1)
  const bar = page.locator('.attachment[data-color="#7b61ff"]')
  expect(await bar.evaluate(node => getComputedStyle(node, '::before').backgroundColor)).toBe(
    'rgb(123, 97, 255)',
  )
  await send({ text: 'from a sender without a name' })
  await page.getByRole('article', { name: /^First hook,/ }).waitFor()
  await page.getByRole('link', { name: '~builds' }).click()
  await page.getByRole('heading', { name: 'Builds', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: '@reader' }).click()
  await page.getByRole('heading', { name: 'reader', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/first-team/messages/@reader')
})

test('shows a long text as one post, complete and in order', async () => {
  const { page, send } = await startAndEnter()
  const lines = Array.from({ length: 1500 }, (_, index) => `line ${index}`)
  await send({ text: lines.join('\n') })
  await page.getByText('line 1499').waitFor()
  const read = new Set<string>()
  const scroller = page.getByRole('region', { name: 'Posts' })
  for (let step = 0; step < 60 && read.size < lines.length; step++) {
    for (const text of await shownPosts(page)) for (const line of text.split('\n')) read.add(line)
    await scroller.press('PageUp')
  }
  expect([...read].filter(line => line !== '').length).toBe(lines.length)
  await eventually(async () => expect(await page.getByText('BOT', { exact: true }).count()).toBe(1))
})

test('counts a mention in the sidebar and the page title until the user opens the channel', async () => {
  const { consoleUrl, send } = await startStack()
  const { page } = await enter(consoleUrl, { user: 'reader', path: '/first-team/channels/off-topic' })
  await page.getByRole('heading', { name: 'Off-Topic', level: 1 }).waitFor()
  await send({ text: 'nobody in particular' })
  const link = page.getByRole('link', { name: /Town Square/ })
  await page.getByRole('link', { name: 'Town Square (unread)' }).waitFor()
  await send({ text: 'hello @reader' })
  await page.getByRole('link', { name: 'Town Square (unread) 1 mention' }).waitFor()
  await eventually(async () => expect(await page.title()).toBe('(1) Off-Topic · First Team · Posthorn'))
  await look(page, 'channel-unread')
  await link.click()
  await page.getByRole('link', { name: 'Town Square', exact: true }).waitFor()
  await eventually(async () => expect(await page.title()).toBe('Town Square · First Team · Posthorn'))
  expect(await page.getByText('New', { exact: true }).count()).toBe(1)
})

test('delivers direct messages, shows them after a reload, and accepts user names with a dot', async () => {
  const { consoleUrl, db } = await startStack()
  await db.user.update({ where: { username: 'reader' }, data: { username: 'ada.lovelace' } })
  const one = await enter(consoleUrl, { path: '/first-team/messages/@ada.lovelace' })
  const field = one.page.getByRole('textbox', { name: 'Write to ada.lovelace' })
  await field.fill('are **you** there?')
  await field.press('Enter')
  await one.page.getByText('are you there?').waitFor()
  expect(await field.inputValue()).toBe('')

  const other = await enter(consoleUrl, { user: 'ada.lovelace', path: '/' })
  await other.page.getByRole('link', { name: 'admin (unread) 1 unread' }).click()
  await other.page.getByText('are you there?').waitFor()
  await other.page.getByRole('textbox', { name: 'Write to admin' }).fill('I am')
  await other.page.getByRole('button', { name: 'Send' }).click()
  await one.page.getByText('I am').waitFor()
  await one.page.reload()
  await one.page.getByText('I am').waitFor()
  await look(one.page, 'direct')
})

test('finds, previews and joins a public channel, and posts to it', async () => {
  const { consoleUrl, db } = await startStack()
  const { id: channelId } = await db.channel.findFirstOrThrow({ where: { name: 'builds' } })
  await db.channelMember.deleteMany({ where: { channelId, user: { username: 'reader' } } })
  const { page } = await enter(consoleUrl, { user: 'reader' })
  await page.getByRole('link', { name: 'Browse channels' }).click()
  await page.getByRole('main').getByText('Builds').waitFor()
  await look(page, 'browse-channels')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('You are not in Builds').waitFor()
  await look(page, 'not-a-member')
  await page.getByRole('button', { name: 'Join channel' }).click()
  await page.getByText('reader has joined the channel.').waitFor()
  await page.keyboard.press('c')
  await page.keyboard.type('j and ? are letters here')
  await page.keyboard.press('Enter')
  await page.getByText('j and ? are letters here').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('says which part of an address does not exist, and links to an existing page', async () => {
  const { page, expectTrouble } = await startAndEnter()
  expectTrouble(/404/)
  await page.goto('/first-team/channels/nope')
  await page.getByText('Channel nope not found').waitFor()
  await look(page, 'no-such-channel')
  await page.goto('/no-team/channels/x')
  await page.getByText('Team no-team not found').waitFor()
  await look(page, 'no-such-team')
  await page.goto('/first-team/messages/@no.body')
  await page.getByText('User no.body not found').waitFor()
  await page.evaluate(() => history.pushState({}, '', '/first-team/nowhere')) // the server has no page for it
  await page.getByText('Page not found').waitFor()
  await page.getByRole('link', { name: 'Go to your team' }).click()
  await page.getByRole('heading', { name: 'Town Square', level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await look(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('heading', { name: 'Browse channels' }).waitFor()
})
