import { saveSettings } from '@posthorn/db'
import { hookRefusals } from '@posthorn/server'
import { expect, test } from 'vitest'
import { startWorld } from '../support/world.js'
import { bodies, bodyNamed } from './bodies.js'
import { observe, type Seen } from './observe.js'
import { type Shown, shown } from './shown.js'

/** Not a payload: only its adapter reads it. */
const native = 'pagerduty-v3-event.json'
const plain = bodies.filter(name => name !== native)

test("posts widely used senders' payloads as reviewed, or rejects them with the reason", async () => {
  const world = await startWorld({ workerLater: true })
  await saveSettings(world.db, { EnablePostUsernameOverride: true, EnablePostIconOverride: true })
  await world.work()
  const calls = plain.map(name => {
    const { bytes, contentType } = bodyNamed(name)
    return { body: bytes, contentType }
  })
  const seen = await observe(world, calls)
  const became = Object.fromEntries(plain.map((name, index) => [name, outline(seen[index] as Seen)]))
  const { id: hook } = await world.db.hook.findFirstOrThrow()
  expect(became).toEqual(Object.fromEntries(plain.map(name => [name, expected(shown(name), hook)])))
})

test("posts a sender's own JSON, which is no payload, by its adapter", async () => {
  const world = await startWorld()
  const { bytes, contentType } = bodyNamed(native)
  const [seen] = await observe(world, [{ body: bytes, contentType }])
  expect(seen).toMatchObject({
    status: 200,
    answer: 'ok',
    posts: [{ html: expect.stringContaining('Triggered') }],
  })
})

function outline({ status, answer, posts, ignored }: Seen) {
  return {
    status,
    answer,
    ignored,
    posts: posts.map(({ channel, html, props }) => ({ channel, html, props })),
  }
}

function expected(one: Shown, webhook_id: string): ReturnType<typeof outline> {
  if (one.outcome === 'refused') {
    const { status, id } = hookRefusals[one.refusal]
    return { status, answer: id, ignored: [], posts: [] }
  }
  const posts = one.posts.map(({ html, props }) => ({
    channel: one.channel,
    html,
    props: { ...props, webhook_id },
  }))
  return { status: 200, answer: 'ok', ignored: one.ignored, posts }
}
