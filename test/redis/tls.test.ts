import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectFailingFast, redisTrouble } from '@posthorn/queue'
import { freePort } from '@posthorn/standalone/services'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '../support/certificate.js'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'
import { startServer } from './servers.js'

/** Starts a Redis with TLS, whose certificate is for these names. */
async function startTlsServer(names: string) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-certificate-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { key, certificate } = await makeCertificate(folder, names)
  const port = await freePort()
  const files = { 'tls-cert-file': certificate, 'tls-key-file': key }
  const { url } = await startServer({ ...files, 'tls-port': String(port), 'tls-auth-clients': 'no' })
  const secure = new URL(url)
  secure.port = String(port)
  return { plain: url, url: secure.href.replace('redis:', 'rediss:'), certificate }
}

async function expectTrouble(url: string, trouble: string): Promise<void> {
  const redis = connectFailingFast(url)
  onTestFinished(() => redis.disconnect())
  await eventually(() => expect(redisTrouble(redis)).toBe(trouble))
}

test('stores and posts over TLS with a certificate of one’s own authority', async () => {
  const { url, certificate } = await startTlsServer('IP:127.0.0.1')
  const { send, messages } = await startWorld({ redisUrl: `${url}?ca_file=${certificate}` })
  expect(await (await send({ text: 'over TLS' })).text()).toBe('ok')
  await eventually(async () => expect(await messages()).toEqual(['over TLS']))
})

test('says why a TLS connection to Redis fails', async () => {
  const { url, plain } = await startTlsServer('IP:127.0.0.1')
  await expectTrouble(
    url,
    "the server's certificate is not trusted: name its authority with ca_file in REDIS_URL",
  )
  await expectTrouble(plain.replace('redis:', 'rediss:'), 'no answer over TLS: check that this port uses it')
  const other = await startTlsServer('DNS:redis.example.org')
  await expectTrouble(
    `${other.url}?ca_file=${other.certificate}`,
    "the server's certificate is for another name",
  )
})
