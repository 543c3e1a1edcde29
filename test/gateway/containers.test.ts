import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startApi, team } from '../api/start-api.js'
import { makeCertificates } from '../support/certificates.js'
import { firstHookKey } from '../support/constants.js'
import { unpackPackage } from '../support/unpack-package.js'
import { type Addresses, type Container, inCompose, inKubernetes } from './container-files.js'
import { gatewayAddress, runNginx } from './nginx.js'
import { callOverTls } from './over-tls.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const found = await unpackPackage('nginx')
const missing = 'missing' in found ? found.missing : undefined
/** Says in the report why a test was skipped. */
const why = missing === undefined ? '' : ` (skipped: ${missing})`

/** Starts nginx with a container's files, with addresses and paths of this machine. */
async function startContainer({ files, changes }: Container, port: number, behind: Addresses) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-gateway-'))
  const { key, certificate, authority } = await makeCertificates('localhost', '127.0.0.1')
  const own = [
    ['/tmp/', `${folder}/`],
    ['include mime.types;', ''],
    ['listen 8443', `listen 127.0.0.1:${port}`],
    ['/etc/ssl/posthorn/fullchain.pem', certificate],
    ['/etc/ssl/posthorn/privkey.pem', key],
    ['/dev/stdout', join(folder, 'access.log')],
    ...changes(behind),
  ] as const
  for (const [target, source] of files) {
    const text = await readFile(join(root, source), 'utf8')
    await mkdir(dirname(join(folder, target)), { recursive: true })
    await writeFile(
      join(folder, target),
      own.reduce((all, [from, to]) => all.replaceAll(from, to), text),
    )
  }
  const gateway = await runNginx(found, folder, await readFile(authority, 'utf8'))
  onTestFinished(gateway.close)
  return gateway
}

async function startWithPosthorn(container: Container) {
  const own = await gatewayAddress()
  const { world, listen } = await startApi(undefined, { workerLater: false })
  const ingress = await world.anotherIngress({ trustProxy: 1 })
  const api = await listen({ baseUrl: own.url, trustProxy: 1 })
  const behind = { ingress: new URL(ingress.url).host, api: new URL(api.url).host }
  return { gateway: await startContainer(container, own.port, behind), url: own.url }
}

test.skipIf(missing).each([
  ['the compose file', inCompose],
  ['deploy/kubernetes', inKubernetes],
] as const)(`the gateway of %s serves hooks and the API over TLS${why}`, async (_, container) => {
  const { gateway, url } = await startWithPosthorn(container)
  const { ca } = gateway
  const sent = await callOverTls(`${url}/hooks/${firstHookKey}`, {
    ca,
    body: '{"text":"through a container"}',
  })
  expect(sent.body).toBe('ok')
  const old = await callOverTls(`${url}/api/v3/teams/${team}/hooks/${firstHookKey}`, {
    ca,
    body: '{"text":"x"}',
  })
  expect(old.body).toBe('ok')
  const unknown = await callOverTls(`${url}/api/v3/users/me`, { ca, method: 'GET' })
  expect(unknown.status).toBe(401)
  expect(await gateway.accessLog()).toContain('"path":"/hooks/-","status":200')
  expect((await gateway.accessLog()) + (await gateway.errorLog())).not.toContain(firstHookKey)
})

test.skipIf(missing)(`the gateway of deploy/kubernetes tries another pod when one dies${why}`, async () => {
  let calls = 0
  const dying = createServer((request, response) => {
    calls += 1
    if (calls % 2 === 1) request.socket.destroy()
    else response.end('from another pod')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void dying.close())
  await once(dying, 'listening')
  const host = `127.0.0.1:${(dying.address() as AddressInfo).port}`
  const { port, url } = await gatewayAddress()
  const { ca } = await startContainer(inKubernetes, port, { ingress: host, api: host })
  const read = await callOverTls(`${url}/api/v3/users/me`, { ca, method: 'GET' })
  expect(read.body).toBe('from another pod')
  const headers = { 'idempotency-key': 'once' }
  expect((await callOverTls(`${url}/hooks/x`, { ca, headers })).body).toBe('from another pod')
  expect((await callOverTls(`${url}/hooks/x`, { ca })).status).toBe(502)
})
