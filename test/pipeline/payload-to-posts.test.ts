import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'

test('posts JSON payloads and form payloads', async () => {
  const { hookUrl, send, messages } = await startWorld()
  const json = await send({ text: 'as JSON' })
  const form = await fetch(hookUrl, {
    method: 'POST',
    body: new URLSearchParams({ payload: '{"text":"as a form"}' }),
  })
  for (const answer of [json, form]) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-z]{26}$/)
    expect(answer.headers.get('x-version-id')).toBe('test')
    expect(await answer.text()).toBe('ok')
  }
  await eventually(async () => expect(await messages()).toEqual(['as JSON', 'as a form']))
})

test('splits 12,001 characters into four adjacent posts that joined equal the text', async () => {
  const { send, posts } = await startWorld()
  const text = Array.from({ length: 12_001 }, (_, index) => String(index % 10)).join('')
  await Promise.all([send({ text: 'before' }), send({ text }), send({ text: 'after' })])
  await eventually(async () => expect(await posts()).toHaveLength(6))
  const parts = (await posts()).filter(({ message }) => /^\d+$/.test(message))
  expect(parts).toHaveLength(4)
  expect(parts.map(({ message }) => message).join('')).toBe(text)
  expect(new Set(parts.map(({ createAt }) => createAt)).size).toBe(1)
  const ids = (await posts()).map(({ id }) => id)
  const first = ids.indexOf(parts[0]?.id ?? '')
  expect(ids.slice(first, first + 4)).toEqual(parts.map(({ id }) => id))
})

test('posts 500 simultaneous payloads of one hook, none twice', async () => {
  const { send, messages } = await startWorld()
  const texts = Array.from({ length: 500 }, (_, index) => `number ${index}`)
  const answers = await Promise.all(texts.map(text => send({ text })))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  await eventually(async () => expect((await messages()).toSorted()).toEqual(texts.toSorted()))
})

test('marks a post with its author and its webhook', async () => {
  const { db, send, posts } = await startWorld()
  await send({ text: 'hi', username: 'ignored while the override is off' })
  await eventually(async () => expect(await posts()).toHaveLength(1))
  const [post] = await posts()
  const hook = await db.hook.findFirstOrThrow()
  expect(post).toMatchObject({ userId: hook.userId, type: '', html: '<p>hi</p>\n' })
  expect(post?.props).toMatchObject({ from_webhook: 'true', override_username: 'webhook' })
})
