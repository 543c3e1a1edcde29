import { expect, test } from 'vitest'
import { consolePaths } from '../../apps/api/src/http/console-paths.js'
import { startStack } from './stack.js'
import { openVisitor } from './visitor.js'

type Router = { routesByPath: Record<string, unknown> }

test('the API serves the page for the screens of the console’s router, and for nothing else', async () => {
  const { consoleUrl } = await startStack()
  const { page } = await openVisitor(consoleUrl)
  await page.goto('/')
  await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis)
  const routes = await page.evaluate(() =>
    Object.keys((globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.routesByPath),
  )
  const known = new Set(routes.map(path => path.replace(/(.)\/$/, '$1')))
  expect(consolePaths.toSorted()).toEqual([...known].toSorted())

  const headers = { accept: 'text/html' }
  const typeOf = async (path: string) => {
    const answer = await fetch(consoleUrl + path, { headers })
    return [answer.status, answer.headers.get('content-type')?.split(';')[0]]
  }
  for (const path of consolePaths) {
    const address = path.replaceAll(/\{?\$\w+\}?/g, 'some-name')
    expect([path, await typeOf(address)]).toEqual([path, [200, 'text/html']])
    const below = `${address === '/' ? '' : address}/no/such/screen`
    expect([below, await typeOf(below)]).toEqual([below, [404, 'application/json']])
  }
})
