import type { Page } from 'playwright-core'

/** Returns a post as a build server writes it. Each differs, and a page of them is as long as most channels' are. */
export const buildReport = (build: number) =>
  `**Build ${build * 7919}** of \`main\` ${build % 3 ? 'passed' : 'failed'} after ${build * 13} s\n` +
  '| step | result | took |\n| --- | --- | --- |\n' +
  ['install', 'lint', 'types', 'unit tests', 'system tests', 'image']
    .map(
      (step, index) => `| ${step} | [log](https://ci.example.com/${build}/${index}) | ${build * index} ms |`,
    )
    .join('\n')

/** Counts requests, and their bytes on the wire with headers. */
export async function countWire(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const seen = { requests: [] as string[], bytes: 0 }
  session.on('Network.requestWillBeSent', ({ request }) => seen.requests.push(request.url))
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    seen.bytes += encodedDataLength
  })
  return seen
}
