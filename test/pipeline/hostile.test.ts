import { expect, test } from 'vitest'
import { eventually } from '../worlds/eventually.js'
import { startWorld } from '../worlds/world.js'

const mebibyte = 1024 * 1024
const fill = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
const text = (value: string) => JSON.stringify({ text: value })

/** What nobody sends by mistake, each close to the largest body that is taken. */
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

test('hostile bodies are posted or refused, and the pipeline goes on', async () => {
  const { send, outcomes, messages } = await startWorld()
  let deliveries = 0
  for (const [what, body] of Object.entries(bodies)) {
    const { status } = await send(body)
    expect([200, 400], what).toContain(status)
    if (status === 200) deliveries++
    await eventually(async () => expect(await outcomes()).toHaveLength(deliveries))
  }
  expect(await outcomes()).not.toContain('rejected: unprocessable')
  await send({ text: 'still awake' })
  await eventually(async () => expect((await messages()).at(-1)).toBe('still awake'))
  expect({}).not.toHaveProperty('polluted')
})
