import {
  ErrorCode,
  IncomingWebhook,
  IncomingWebhookHTTPError,
  IncomingWebhookRequestError,
} from '@slack/webhook'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'

/** Returns the reason of a rejected promise, or a value if it was fulfilled. */
const failure = (sending: Promise<unknown>): Promise<unknown> => sending.catch((error: unknown) => error)

test("Slack's own client posts and receives ok", async () => {
  const { hookUrl, messages } = await startWorld()
  expect(await new IncomingWebhook(hookUrl).send('hello')).toEqual({ text: 'ok' })
  await eventually(async () => expect(await messages()).toEqual(['hello']))
})

test("Slack's own client sets its channel once for all posts", async () => {
  const { hookUrl, messages } = await startWorld()
  const builds = new IncomingWebhook(hookUrl, { channel: '#builds', username: 'CI', icon_emoji: ':robot:' })
  await builds.send({ text: 'see <https://e.com|the log>', unfurl_links: false })
  await builds.send('again')
  await eventually(async () =>
    expect(await messages('builds')).toEqual(['see [the log](https://e.com)', 'again']),
  )
})

test("Slack's own client posts attachments", async () => {
  const { hookUrl, posts } = await startWorld()
  const fields = [{ title: 'Version', value: '1.2', short: true }]
  await new IncomingWebhook(hookUrl).send({
    text: 'deployed',
    attachments: [{ color: 'good', title: 'shop', fields }],
  })
  await eventually(async () => expect(await posts()).toHaveLength(1))
  const [post] = await posts()
  expect(post).toMatchObject({ message: 'deployed', type: 'slack_attachment' })
  expect(post?.props.attachments).toMatchObject([{ color: 'good', title: 'shop', fields }])
})

test("Slack's own client sends 10,000 characters, which become posts that joined are the text", async () => {
  const { hookUrl, messages } = await startWorld()
  const text = Array.from({ length: 2000 }, (_, index) => String(index).padStart(4, '0')).join(' ')
  await new IncomingWebhook(hookUrl).send({ text })
  await eventually(async () => expect((await messages()).join('')).toBe(text))
  expect((await messages()).map(({ length }) => length <= 4000)).toEqual([true, true, true])
})

test("Slack's own client throws its own error for a refusal, with our status and reason", async () => {
  const { hookUrl, url, messages } = await startWorld()
  const blocks = [{ type: 'file', external_id: 'f1', source: 'remote' }]
  const withoutText = await failure(new IncomingWebhook(hookUrl).send({ blocks }))
  expect(withoutText).toBeInstanceOf(IncomingWebhookHTTPError)
  expect(withoutText).toMatchObject({ code: ErrorCode.HTTPError, statusCode: 400 })
  expect(JSON.parse((withoutText as IncomingWebhookHTTPError).body)).toMatchObject({
    id: 'web.incoming_webhook.text.app_error',
    detailed_error: expect.stringContaining('blocks'),
  })

  const toNobody = await failure(new IncomingWebhook(`${url}/hooks/nobodyhasthiskeynobodyhast`).send('hello'))
  expect(toNobody).toMatchObject({ code: ErrorCode.HTTPError, statusCode: 400 })
  expect(await messages()).toEqual([])
})

test("over its rate limit, Slack's own client fails at once and does not retry by itself", async () => {
  const { hookUrl, messages } = await startWorld({ hookRate: { points: 1, seconds: 60 } })
  const webhook = new IncomingWebhook(hookUrl, { retryConfig: { retries: 2, minTimeout: 1 } })
  await webhook.send('first')
  const limited = await failure(webhook.send('second'))
  expect(limited).toMatchObject({ statusCode: 429, body: 'limit exceeded' })
  await eventually(async () => expect(await messages()).toEqual(['first']))
})

test("without a server, Slack's own client throws its request error", async () => {
  const nobody = new IncomingWebhook('http://127.0.0.1:1/hooks/x')
  const failed = await failure(nobody.send('hello'))
  expect(failed).toBeInstanceOf(IncomingWebhookRequestError)
  expect(failed).toMatchObject({ code: ErrorCode.RequestError })
})
