import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { buildApp, openLog } from '@posthorn/server'
import { expect, onTestFinished, test } from 'vitest'
import { builtConsole, consoleRoutes } from './console.js'

const page = '<!doctype html><title>Posthorn</title>'

function serve({ built = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'console-'))
  if (built) {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), page)
    writeFileSync(join(folder, 'assets', 'index-a1b2.js'), 'void 0')
    writeFileSync(join(folder, 'assets', 'index-a1b2.js.br'), 'as brotli')
    writeFileSync(join(folder, 'assets', 'index-a1b2.js.gz'), 'as gzip')
  }
  const app = buildApp({ log: openLog('test', 'silent'), versionId: 'test' })
  app.register(consoleRoutes(folder))
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  return (url: string, method: 'GET' | 'POST' = 'GET', headers = {}) => app.inject({ method, url, headers })
}

test('serves the build of apps/console', () => {
  const { name } = JSON.parse(readFileSync(join(dirname(builtConsole), 'package.json'), 'utf8'))
  expect([name, basename(builtConsole)]).toEqual(['@posthorn/console', 'dist'])
})

test.each([
  '/',
  '/index.html',
  '/first-team/channels/town-square',
  '/first-team/messages/@ada.lovelace',
  '/services/channels/town-square',
  '/first-team/channels/release-1.2',
  '/first-team/integrations/incoming/new?sender=curl',
  '/admin/users/new',
  '/first-team/integrations/incoming/aaaaaaaaaaaaaaaaaaaaaaaaaa/',
])('serves the page for %s', async path => {
  const { statusCode, body, headers } = await serve()(path)
  expect([statusCode, body, headers['cache-control']]).toEqual([200, page, 'no-cache'])
})

test.each([
  '/api/v3/nope',
  '/api',
  '/hooks/abc',
  '/services/T0AAAA/B0AAAA/abc',
  '/livez',
  '/readyz',
  '/metrics',
  '/oauth/authorize',
  '/favicon.ico',
  '/assets/gone.js',
  '/assets',
  '/robots.txt',
  '/../package.json',
  '/health',
  '/healthz',
  '/status/',
  '/health/live',
  '/first-team',
  '/first-team/no/such/screen',
  '/first-team/channels/town-square/thread',
  '/admin/nowhere',
  '/.well-known/security.txt',
  '/wp-login.php',
])('responds 404 to %s', async path => {
  const { statusCode, body } = await serve()(path)
  expect(statusCode).toBe(404)
  expect(JSON.parse(body)).toMatchObject({ id: 'api.context.404.app_error' })
})

test('serves the page of a team to browsers, because any other word is more likely a mistake', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const get = serve()
  expect((await get('/first-team', 'GET', { accept })).body).toBe(page)
  for (const url of ['/livez', '/favicon.ico', '/first-team/no/such/screen'])
    expect((await get(url, 'GET', { accept })).statusCode).toBe(404)
})

test('serves built assets with their content type, to be cached forever', async () => {
  const { statusCode, headers } = await serve()('/assets/index-a1b2.js')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
    'x-content-type-options': 'nosniff',
  })
})

test('serves a file as the build compressed it, in the way the client prefers', async () => {
  const get = serve()
  const as = async (encoding?: string) => {
    const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
    const answer = await get('/assets/index-a1b2.js', 'GET', headers)
    expect(answer.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(answer.headers['content-type']).toMatch(/javascript/)
    return [answer.headers['content-encoding'], answer.body]
  }
  expect(await as('gzip, deflate, br, zstd')).toEqual(['br', 'as brotli'])
  expect(await as('gzip, deflate')).toEqual(['gzip', 'as gzip'])
  expect(await as()).toEqual([undefined, 'void 0'])
  expect((await get('/assets/index-a1b2.js.br')).statusCode).toBe(404)
})

test('forbids inline scripts, framing and referrers', async () => {
  const { headers } = await serve()('/')
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy).toEqual(
    expect.arrayContaining(["script-src 'self'", "img-src 'self' data: https:", "frame-ancestors 'none'"]),
  )
  expect(policy.join()).not.toMatch(/unsafe/)
  expect(headers['referrer-policy']).toBe('no-referrer')
})

test('returns 304 for an unchanged page', async () => {
  const get = serve()
  const { etag } = (await get('/')).headers
  const again = await get('/first-team/channels/town-square', 'GET', { 'if-none-match': etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await get('/', 'GET', { 'if-none-match': '"another"' })).body).toBe(page)
})

test('serves the page only to GET and HEAD', async () => {
  expect((await serve()('/somewhere', 'POST')).statusCode).toBe(404)
})

test('serves no console that was not built', async () => {
  expect((await serve({ built: false })('/')).statusCode).toBe(404)
})
