import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addPosts } from '../api/start-api.js'
import { startStack } from './stack.js'
import { logIn, openVisitor } from './visitor.js'

const mostBytes = 200_000
const mostRequests = 12

/** As a build server writes them: each differs, and a page of them is as long as most channels' are. */
const text = (build: number) =>
  `**Build ${build * 7919}** of \`main\` ${build % 3 ? 'passed' : 'failed'} after ${build * 13} s\n` +
  '| step | result | took |\n| --- | --- | --- |\n' +
  ['install', 'lint', 'types', 'unit tests', 'system tests', 'image']
    .map(
      (step, index) => `| ${step} | [log](https://ci.example.com/${build}/${index}) | ${build * index} ms |`,
    )
    .join('\n')

/** Counts requests, and their bytes on the wire with headers. */
async function countWire(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const seen = { requests: [] as string[], bytes: 0 }
  session.on('Network.requestWillBeSent', ({ request }) => seen.requests.push(request.url))
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    seen.bytes += encodedDataLength
  })
  return seen
}

test.each(['admin', 'reader'])(
  'shows %s the first channel after 200 kB and 12 requests at most',
  async user => {
    const { consoleUrl, db, channelNamed, send, allWorked } = await startStack()
    const { id } = await channelNamed('town-square')
    await addPosts(
      db,
      id,
      Array.from({ length: 300 }, (_, build) => text(build)),
    )
    await send({ text: 'the newest' })
    await allWorked()
    const { page } = await openVisitor(consoleUrl)
    const seen = await countWire(page)
    await page.goto('/first-team/channels/town-square')
    await logIn(page, { user })
    await page.getByText('the newest').waitFor()
    expect(seen.requests.length, seen.requests.join('\n')).toBeLessThanOrEqual(mostRequests)
    await page.waitForLoadState('networkidle')
    expect(seen.bytes).toBeGreaterThan(100_000)
    expect(seen.bytes).toBeLessThanOrEqual(mostBytes)
  },
)
