import { gzipSync } from 'node:zlib'
import { renderMarkdown } from '@posthorn/core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { startWorld } from '../support/world.js'

const mebibyte = 1024 * 1024
const textOf = (characters: number) => ({ text: 'x'.repeat(characters) })
const remaining = ({ headers }: Response) => Number(headers.get('x-ratelimit-remaining'))

test('charges one call up to 16 KiB and four posts, and proportionally more beyond', async () => {
  const { send, hookUrl, db } = await startWorld({
    hookRate: { points: 100, seconds: 3600 },
    workerLater: true,
  })
  const left: number[] = []
  for (const payload of [
    { text: 'small' },
    textOf(16_000),
    { text: 'x', unknown: 'x'.repeat(16_300) },
    textOf(32_000), // eight posts: two
    { text: '<www.a>'.repeat(2000) }, // eleven posts: three
    { text: 'x', unknown: 'x'.repeat(48_000) }, // 47 KiB: three
  ])
    left.push(remaining(await send(payload)))
  expect(left).toEqual([99, 98, 97, 95, 92, 89])

  const body = new Uint8Array(gzipSync(JSON.stringify({ text: 'x', unknown: 'x'.repeat(300_000) })))
  const squeezed = await fetch(hookUrl, { method: 'POST', body, headers: { 'content-encoding': 'gzip' } })
  expect(remaining(squeezed)).toBe(89 - 19) // by the inflated size
  const whole = textOf(mebibyte - 100) // 66
  expect(remaining(await send(whole))).toBe(4)
  const refused = await send(whole)
  expect([refused.status, await refused.text(), remaining(refused)]).toEqual([429, 'limit exceeded', 0])
  expect((await send({ text: 'small' })).status).toBe(429) // rejected calls count too
  expect(await db.delivery.count()).toBe(0)
})

test('charges a whole window for a call that costs more, and accepts it in an unused window', async () => {
  const { send } = await startWorld({ hookRate: { points: 10, seconds: 3600 }, workerLater: true })
  const first = await send(textOf(mebibyte - 100))
  expect([first.status, remaining(first)]).toEqual([200, 0])
  expect((await send({ text: 'small' })).status).toBe(429)
})

test('accepts many small bodies between two large ones, however many large ones arrive at once', async () => {
  const { anotherIngress } = await startWorld({ workerLater: true })
  const { hookUrl } = await anotherIngress()
  const body = new Uint8Array(gzipSync(JSON.stringify({ text: '<www.a>'.repeat(50_000) }))) // slow to read
  const call = { method: 'POST', body, headers: { 'content-encoding': 'gzip' } }
  const statuses: number[] = []
  for (let at = 0; at < 10; at++) void fetch(hookUrl, call).then(({ status }) => statuses.push(status))
  let small = 0
  for (; statuses.length < 10; small++) expect((await sendTo(hookUrl, { text: 'small' })).status).toBe(200)
  expect(statuses).toEqual(Array(10).fill(200))
  expect(small).toBeGreaterThan(25)
})

test('posts 1 MiB of plain text as one delivery of at most 300 posts', async () => {
  const { send, allWorked, outcomes, messages } = await startWorld()
  const text = 'The build failed after 3 minutes.\n'.repeat(mebibyte / 36)
  expect((await send({ text })).status).toBe(200)
  await allWorked()
  await eventually(async () => expect(await outcomes()).toEqual(['posted']))
  expect((await messages()).join('')).toBe(text)
})

test('rejects payloads over the limits of posts or HTML without rendering all of them', async () => {
  const { db, work, outcomes, anotherIngress } = await startWorld({ workerLater: true, confirm: true })
  await db.setting.createMany({
    data: [
      { name: 'MaxPostsPerDelivery', value: 10 },
      { name: 'MaxHtmlBytesPerDelivery', value: 65_536 },
    ],
  })
  let rendered = 0
  const render = (text: string) => {
    rendered++
    return renderMarkdown(text)
  }
  const { hookUrl } = await anotherIngress() // it starts with these settings, like the worker below
  const send = (payload: object) => sendTo(hookUrl, payload)
  const certain = await send(textOf(40_001))
  expect(await certain.json()).toMatchObject({
    id: 'web.incoming_webhook.text.length.app_error',
    detailed_error: expect.stringContaining('at least 11 posts. At most 10 are allowed'),
  })
  expect(await outcomes()).toEqual([])
  await work({ render })
  const cut = await send({ text: `${'x'.repeat(3600)}\n`.repeat(11) })
  expect(await cut.json()).toMatchObject({ id: 'web.incoming_webhook.text.length.app_error' })
  expect(rendered).toBeLessThanOrEqual(11)

  rendered = 0
  const grown = await send({ text: '&'.repeat(40_000) }) // 20,000 bytes of HTML per post
  expect(grown.status).toBe(400)
  expect(await grown.json()).toMatchObject({
    id: 'web.incoming_webhook.html_length.app_error',
    detailed_error: expect.stringContaining('65536 bytes'),
  })
  expect(rendered).toBe(4)
  expect((await send(textOf(40_000))).status).toBe(200)
  expect(await outcomes()).toEqual(['rejected: too_many_posts', 'rejected: too_much_html', 'posted'])
})
