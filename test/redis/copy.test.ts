import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { saveRedis } from '@posthorn/queue'
import { expect, test } from 'vitest'
import { findNewer } from '../support/debian-13.js'
import { connect, startLoaded, startServer, tlsSettings } from './servers.js'

const redis8 = await findNewer('redis-server')
const [missing, newer] = 'missing' in redis8 ? [redis8.missing] : [undefined, redis8]

type Settings = Record<string, string>

/** Fills a Redis with these settings while it is copied, and returns what a Redis has that loaded the copy. */
async function copied(settings: Settings, { binary = newer, authority = '' } = {}) {
  const server = await startServer({ 'repl-diskless-sync-delay': '0', ...settings }, binary)
  const redis = await connect(server.url)
  const value = randomBytes(100_000).toString('hex')
  for (let key = 0; key < 50; key++) await redis.set(`key ${key}`, value)
  const secure = server.url.replace('redis:', 'rediss:').replace(`:${server.port}`, `:${server.tlsPort}`)
  const sizes: number[] = []
  const parts = saveRedis(authority ? `${secure}?ca_file=${authority}` : server.url, size => sizes.push(size))
  await redis.set('after', 'x')
  const copy = await connect((await startLoaded(parts, binary)).url)
  return { count: await copy.dbsize(), isSame: (await copy.get('key 49')) === value, sizes }
}

test.skipIf(missing)(
  'copies a Redis 8 that streams the copy, and one that writes it to its disk first',
  async () => {
    const streamed = await copied({ 'repl-diskless-sync': 'yes' })
    expect(streamed).toEqual({ count: 51, isSame: true, sizes: [] })
    const written = await copied({ 'repl-diskless-sync': 'no' })
    expect(written).toEqual({ count: 51, isSame: true, sizes: [expect.any(Number)] })
  },
)

test('copies a Redis over TLS', async () => {
  const { settings, authority } = await tlsSettings()
  expect(await copied(settings, { binary: undefined, authority })).toMatchObject({ count: 51, isSame: true })
})

test('says why Redis cannot be copied, without the password', async () => {
  const { url, port } = await startServer()
  const wrong: [url: string, says: RegExp][] = [
    [`redis://:hidden@127.0.0.1:${port}`, /WRONGPASS/],
    [`redis://127.0.0.1:${port}`, /refused to be copied \(NOAUTH/],
    [`${url}/1`, /only database 0/],
    ['redis+sentinel://127.0.0.1/main', /only database 0/],
    ['redis://127.0.0.1:9', /ECONNREFUSED/],
  ]
  for (const [address, says] of wrong) {
    const refused = await buffer(saveRedis(address)).catch(String)
    expect(refused).toMatch(says)
    expect(refused).not.toContain('hidden')
  }
})
