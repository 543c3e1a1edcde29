import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startApi } from '../api/start-api.js'
import { services } from '../boundaries/compose.js'
import { makeCertificates } from '../support/certificates.js'
import { firstHookKey } from '../support/constants.js'
import { unpackPackage } from '../support/unpack-package.js'
import { gatewayAddress, runNginx } from './nginx.js'
import { callOverTls } from './over-tls.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const found = await unpackPackage('nginx')
const missing = 'missing' in found ? found.missing : undefined
/** Says in the report why a test was skipped. */
const why = missing === undefined ? '' : ` (skipped: ${missing})`

/** Lays out the files that compose mounts, with addresses and paths of this machine. nginx 1.22 cannot look up names again. */
async function layOut(port: number, addresses: { ingress: string; api: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-gateway-'))
  const { key, certificate, authority } = await makeCertificates('localhost', '127.0.0.1')
  const changes = [
    ['include mime.types;', ''],
    ['resolver 127.0.0.11 valid=5s;', ''],
    ['listen 8443', `listen 127.0.0.1:${port}`],
    ['/etc/ssl/posthorn/fullchain.pem', certificate],
    ['/etc/ssl/posthorn/privkey.pem', key],
    ['/dev/stdout', join(folder, 'access.log')],
    ['ingress:8065 max_fails=0 resolve', `${addresses.ingress} max_fails=0`],
    ['api:8065 max_fails=0 resolve', `${addresses.api} max_fails=0`],
  ] as const
  for (const volume of services.gateway?.volumes ?? []) {
    const [, source, target] = /^\.\/(.+):\/etc\/nginx\/(.+):ro$/.exec(volume) ?? []
    if (!source || !target) continue
    const text = await readFile(join(root, source), 'utf8')
    await mkdir(dirname(join(folder, target)), { recursive: true })
    const own = text.replaceAll('/tmp/', `${folder}/`)
    await writeFile(
      join(folder, target),
      changes.reduce((all, [from, to]) => all.replaceAll(from, to), own),
    )
  }
  return { folder, ca: await readFile(authority, 'utf8') }
}

async function startGatewayOfCompose() {
  const own = await gatewayAddress()
  const { world, listen } = await startApi(undefined, { workerLater: false })
  const ingress = await world.anotherIngress({ trustProxy: 1 })
  const api = await listen({ baseUrl: own.url, trustProxy: 1 })
  const addresses = { ingress: new URL(ingress.url).host, api: new URL(api.url).host }
  const { folder, ca } = await layOut(own.port, addresses)
  const gateway = await runNginx(found, folder, ca)
  onTestFinished(gateway.close)
  return { gateway, ca, url: own.url }
}

test.skipIf(missing)(`the compose file’s gateway serves hooks and the API over TLS${why}`, async () => {
  const { gateway, ca, url } = await startGatewayOfCompose()
  const sent = await callOverTls(`${url}/hooks/${firstHookKey}`, { ca, body: '{"text":"by compose"}' })
  expect(sent.body).toBe('ok')
  const unknown = await callOverTls(`${url}/api/v3/users/me`, { ca, method: 'GET' })
  expect(unknown.status).toBe(401)
  expect(await gateway.accessLog()).toContain('"path":"/hooks/-","status":200')
  expect((await gateway.accessLog()) + (await gateway.errorLog())).not.toContain(firstHookKey)
})
