import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startStack } from './stack.js'
import { logIn, openVisitor } from './visitor.js'

const mostBytes = 200_000

test('loads at most 200 kB, gzipped, until a channel is visible', async () => {
  const { consoleUrl, send } = await startStack()
  await send({ text: 'hello' })
  const { page } = await openVisitor(consoleUrl)
  const loading: Promise<number>[] = []
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/')) loading.push(response.body().then(body => gzipSync(body).length))
  })
  await page.goto('/first-team/channels/town-square')
  await logIn(page)
  await page.getByText('hello').waitFor()
  const sizes = await Promise.all(loading)
  expect(sizes.length).toBeGreaterThan(3)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(mostBytes)
})
