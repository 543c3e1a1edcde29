import { expect, test } from 'vitest'
import { addPosts } from '../api/start-api.js'
import { startStack } from './stack.js'
import { logIn, openVisitor } from './visitor.js'
import { buildReport, countWire } from './wire.js'

const mostBytes = 200_000
const mostRequests = 12
const builds = Array.from({ length: 300 }, (_, build) => buildReport(build))

test.each(['admin', 'reader'])(
  'shows %s the first channel after 200 kB and 12 requests at most',
  async user => {
    const { consoleUrl, db, channelNamed, send, allWorked } = await startStack()
    const { id } = await channelNamed('town-square')
    await addPosts(db, id, builds)
    await send({ text: 'the newest' })
    await allWorked()
    const { page } = await openVisitor(consoleUrl)
    const seen = await countWire(page)
    await page.goto('/first-team/channels/town-square')
    await logIn(page, { user })
    await page.getByText('the newest').waitFor()
    const needed = seen.requests.filter(url => !url.endsWith('/channels/view')) // says that the posts were shown
    expect(needed.length, needed.join('\n')).toBeLessThanOrEqual(mostRequests)
    await page.waitForLoadState('networkidle')
    expect(seen.bytes).toBeGreaterThan(100_000)
    expect(seen.bytes).toBeLessThanOrEqual(mostBytes)
  },
)
