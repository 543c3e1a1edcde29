import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'
import { curl } from './curl.js'

const json = ['-H', 'Content-Type: application/json']

/** Matches a head with status 200 and a body of two bytes. */
const saysOk = (printed: string) => {
  expect(printed).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(printed).toMatch(/\r\ncontent-type: text\/plain\r\n/i)
  expect(printed.split('\r\n\r\n')[1]).toBe('ok')
}

test('curl -d payload=… posts without any header', async () => {
  const { hookUrl, messages } = await startWorld()
  saysOk(
    await curl('-X', 'POST', '-d', 'payload={"text": "Hello, this is some text\\nThis is more."}', hookUrl),
  )
  await eventually(async () => expect(await messages()).toEqual(['Hello, this is some text\nThis is more.']))
})

test('curl -d payload=… keeps pluses, and says what to do about & and %', async () => {
  const { hookUrl, messages, db } = await startWorld()
  saysOk(await curl('-d', 'payload={"text": "1+1=2"}', hookUrl))
  for (const text of ['a & b', '100% of it']) {
    const printed = await curl('-d', `payload={"text": "${text}"}`, hookUrl)
    expect(JSON.parse(printed.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      status_code: 400,
      detailed_error: expect.stringMatching(/so it was not encoded\. Send JSON .*--data-urlencode/),
    })
  }
  await eventually(async () => expect(await messages()).toEqual(['1+1=2']))
  expect(await db.delivery.count()).toBe(1)
})

test('curl --data-urlencode posts characters that a form would change', async () => {
  const { hookUrl, messages } = await startWorld()
  saysOk(await curl('--data-urlencode', 'payload={"text": "a & b + 100% = c"}', hookUrl))
  await eventually(async () => expect(await messages()).toEqual(['a & b + 100% = c']))
})

test('curl posts JSON', async () => {
  const { hookUrl, messages } = await startWorld()
  saysOk(await curl(...json, '-d', '{"text": "Hello, **world**"}', hookUrl))
  await eventually(async () => expect(await messages()).toEqual(['Hello, **world**']))
})

test('curl chooses the channel by name, #name or @user', async () => {
  const { hookUrl, messages, db } = await startWorld()
  for (const channel of ['builds', '#builds', '@reader'])
    saysOk(await curl(...json, '-d', JSON.stringify({ channel, text: channel }), hookUrl))
  await eventually(async () => expect(await db.post.count()).toBe(3))
  expect(await messages('builds')).toEqual(['builds', '#builds'])
  expect(await db.post.findFirst({ where: { message: '@reader' } })).not.toBeNull()
})

test("curl posts Slack's conventions: links, mentions, a name, an icon, attachments", async () => {
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

test('rejects curl without the header for JSON, and names the missing header', async () => {
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

test("rejects curl's body over the limit, with the reason", async () => {
  const { hookUrl } = await startWorld({ bodyLimitBytes: 1000 })
  const printed = await curl(...json, '-d', JSON.stringify({ text: 'x'.repeat(1001) }), hookUrl)
  expect(printed).toContain('web.incoming_webhook.too_large.app_error')
})
