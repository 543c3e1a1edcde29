import { connectFailingFast, redisTrouble } from '@posthorn/queue'
import { freePort } from '@posthorn/standalone/services'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificates } from '../support/certificates.js'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'
import { startReplicated, startSentinels, startServer, tlsSettings } from './servers.js'

/** Starts a Redis with TLS, whose certificate is for this host. */
async function startTlsServer(host: string) {
  const { key, certificate, authority } = await makeCertificates(host)
  const port = await freePort()
  const files = { 'tls-cert-file': certificate, 'tls-key-file': key }
  const { url } = await startServer({ ...files, 'tls-port': String(port), 'tls-auth-clients': 'no' })
  const secure = new URL(url)
  secure.port = String(port)
  return { plain: url, url: secure.href.replace('redis:', 'rediss:'), authority }
}

async function expectTrouble(url: string, trouble: RegExp): Promise<void> {
  const redis = connectFailingFast(url)
  onTestFinished(() => redis.disconnect())
  await eventually(() => expect(redisTrouble(redis)).toMatch(trouble))
}

test('stores and posts over TLS with a certificate of one’s own authority', async () => {
  const { url, authority } = await startTlsServer('127.0.0.1')
  const { send, messages } = await startWorld({ redisUrl: `${url}?ca_file=${authority}` })
  expect(await (await send({ text: 'over TLS' })).text()).toBe('ok')
  await eventually(async () => expect(await messages()).toEqual(['over TLS']))
})

test('finds the primary and stores over TLS through Sentinels', async () => {
  const tls = await tlsSettings()
  const { primary } = await startReplicated(1, { settings: tls.settings })
  const redisUrl = await startSentinels(primary, tls)
  expect(redisUrl).toMatch(/^rediss\+sentinel:/)
  const { send, messages, redis } = await startWorld({ redisUrl, replicas: 1 })
  expect(await (await send({ text: 'through Sentinels' })).text()).toBe('ok')
  await eventually(async () => expect(await messages()).toEqual(['through Sentinels']))
  expect(redis.stream).toMatchObject({ encrypted: true, remotePort: primary.tlsPort })
})

test('names the certificate’s authority when no Sentinel answers over TLS', async () => {
  const tls = await tlsSettings()
  const { primary } = await startReplicated(1, { settings: tls.settings })
  const url = await startSentinels(primary, tls)
  await expectTrouble(
    url.replace(/\?ca_file=.*/, ''),
    /^no Sentinel answers over TLS: check its certificate’s authority/,
  )
})

test('says why a TLS connection to Redis fails', async () => {
  const { url, plain } = await startTlsServer('127.0.0.1')
  await expectTrouble(
    url,
    /^certificate not trusted \(.+\): name its authority with .* ca_file in REDIS_URL$/,
  )
  await expectTrouble(
    plain.replace('redis:', 'rediss:'),
    /^no answer over TLS: check that this port uses it$/,
  )
  const other = await startTlsServer('redis.example.org')
  await expectTrouble(`${other.url}?ca_file=${other.authority}`, /^certificate is for another host/)
})
