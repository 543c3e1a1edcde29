import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'
import { curl } from './curl.js'

const json = ['-H', 'Content-Type: application/json']

/** A head with status 200, and a body of two bytes. */
const saysOk = (printed: string) => {
  expect(printed).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(printed).toMatch(/\r\ncontent-type: text\/plain\r\n/i)
  expect(printed.split('\r\n\r\n')[1]).toBe('ok')
}

test('curl -d payload=… posts, without any header', async () => {
  const { hookUrl, messages } = await startWorld()
  saysOk(
    await curl('-X', 'POST', '-d', 'payload={"text": "Hello, this is some text\\nThis is more."}', hookUrl),
  )
  await eventually(async () => expect(await messages()).toEqual(['Hello, this is some text\nThis is more.']))
})

test('curl --data-urlencode posts what a form would otherwise eat', async () => {
  const { hookUrl, messages } = await startWorld()
  saysOk(await curl('--data-urlencode', 'payload={"text": "a & b + 100% = c"}', hookUrl))
  await eventually(async () => expect(await messages()).toEqual(['a & b + 100% = c']))
})

test('curl with JSON posts', async () => {
  const { hookUrl, messages } = await startWorld()
  saysOk(await curl(...json, '-d', '{"text": "Hello, **world**"}', hookUrl))
  await eventually(async () => expect(await messages()).toEqual(['Hello, **world**']))
})

test('curl chooses the channel: a name, #name, @user', async () => {
  const { hookUrl, messages, db } = await startWorld()
  for (const channel of ['builds', '#builds', '@reader'])
    saysOk(await curl(...json, '-d', JSON.stringify({ channel, text: channel }), hookUrl))
  await eventually(async () => expect(await db.post.count()).toBe(3))
  expect(await messages('builds')).toEqual(['builds', '#builds'])
  expect(await db.post.findFirst({ where: { message: '@reader' } })).not.toBeNull()
})

test('curl with what Slack taught: links, mentions, a name, an icon, attachments', async () => {
  const { hookUrl, posts } = await startWorld()
  const payload = {
    text: '<!channel> <https://e.com> <https://e.com/x|label> **bold**',
    username: 'robot',
    icon_url: 'https://e.com/i.png',
    icon_emoji: ':robot:',
    attachments: [{ color: 'danger', text: 'failed' }],
  }
  saysOk(await curl(...json, '-d', JSON.stringify(payload), hookUrl))
  await eventually(async () => expect(await posts()).toHaveLength(1))
  expect((await posts())[0]).toMatchObject({
    message: '@channel <https://e.com> [label](https://e.com/x) **bold**',
    props: { override_username: 'webhook', attachments: [{ color: 'danger', text: 'failed' }] },
  })
})

test('curl without the header for JSON is refused, and told which header is missing', async () => {
  const { hookUrl, db } = await startWorld()
  const printed = await curl('-d', '{"text": "Hello"}', hookUrl)
  expect(printed).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(JSON.parse(printed.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    id: 'web.incoming_webhook.parse.app_error',
    detailed_error: expect.stringContaining('Content-Type: application/json'),
    status_code: 400,
  })
  expect(await db.delivery.count()).toBe(0)
})

test('curl with more than the limit is refused, and hears why', async () => {
  const { hookUrl } = await startWorld({ bodyLimitBytes: 1000 })
  const printed = await curl(...json, '-d', JSON.stringify({ text: 'x'.repeat(1001) }), hookUrl)
  expect(printed).toContain('web.incoming_webhook.too_large.app_error')
})
