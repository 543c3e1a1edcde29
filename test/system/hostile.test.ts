import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { renderMarkdown } from '@posthorn/core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'

const mebibyte = 1024 * 1024
const fill = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
const text = (value: string) => JSON.stringify({ text: value })

/** Hostile bodies, each close to the size limit. */
const bodies: Record<string, string> = {
  'deep nesting': `{"text":"x","props":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
  'an array of a third of a million objects': `{"text":"x","attachments":[${fill('{},', mebibyte - 100)}{}]}`,
  'sixty thousand keys': `{"text":"x",${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  'openers of tags': text(fill('<', mebibyte - 100)),
  'openers of links': text(fill('[', mebibyte - 100)),
  'table bars': text(fill('|', mebibyte - 100)),
  addresses: text(fill('a@b.c ', mebibyte - 100)),
  'links that grow': text(fill('<www.a>', mebibyte - 100)),
  'nested quotes': text(fill('> ', mebibyte - 100)),
  backticks: text(fill('`a', mebibyte - 100)),
  'a grapheme of 5,000 marks': text(`e${fill('\u0301', 5000)}`),
  'NULs, lone surrogates and controls': '{"text":"a\\u0000b\\ud800c\\u0007","channel":"town-square\\u0000"}',
  'a prototype': '{"text":"x","__proto__":{"text":"y"},"constructor":{"prototype":{"polluted":1}}}',
  'numbers without end': `{"text":"x","props":{"n":${fill('9', mebibyte / 2)}}}`,
}

test('neither blocks the event loop nor takes long for hostile bodies, and continues', async () => {
  const { send, outcomes, messages } = await startWorld()
  let deliveries = 0
  const settle = async ([what, body]: [string, string]) => {
    const { status } = await send(body)
    expect([200, 400], what).toContain(status)
    if (status === 200) deliveries++
    await eventually(async () => expect(await outcomes()).toHaveLength(deliveries))
  }
  for (const each of Object.entries(bodies)) await settle(each) // warms up the code
  for (let time = 0; time < 3; time++) inOneGo()
  for (const each of Object.entries(bodies)) {
    // a blocking body blocks every time, a busy machine only sometimes
    await eventually(async () => {
      const mebibyteMs = inOneGo()
      const { longestMs, wholeMs } = await watched(() => settle(each))
      // rendering 1 MiB of ordinary text in one go takes 0.1 s or more
      expect(longestMs, `${each[0]}: blocked`).toBeLessThan(mebibyteMs / 2)
      expect(wholeMs, `${each[0]}: took`).toBeLessThan(8 * mebibyteMs)
    })
  }
  expect(await outcomes()).not.toContain('rejected: unprocessable')
  await send({ text: 'still awake' })
  await eventually(async () => expect((await messages()).at(-1)).toBe('still awake'))
  expect({}).not.toHaveProperty('polluted')
})

const ordinary = fill(
  'The build **failed** after 3 minutes: see [the log](https://ci.example.org/42). ',
  4000,
)

/** Measures how many milliseconds it takes to render 1 MiB of ordinary text without a pause. */
function inOneGo(): number {
  const began = performance.now()
  for (let post = 0; post < mebibyte / ordinary.length; post++) renderMarkdown(ordinary)
  return performance.now() - began
}

/** Measures how long some work takes, and for how long at most it blocks the event loop. */
async function watched(work: () => Promise<void>): Promise<{ longestMs: number; wholeMs: number }> {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  while (delays.count === 0) await turn()
  delays.reset()
  const began = performance.now()
  await work()
  const wholeMs = performance.now() - began
  while (delays.count === 0) await turn()
  delays.disable()
  return { longestMs: delays.max / 1e6, wholeMs }
}
