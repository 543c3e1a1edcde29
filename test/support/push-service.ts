import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'
import { onTestFinished } from 'vitest'
import { localCertificate } from './local-certificate.js'

/** A message as its browser reads it, and how it was sent. */
export type ReceivedPush = {
  path: string
  title: string
  body: string
  tag: string
  headers: Record<string, unknown>
  encryptedBytes: number
}

export const localPush = { isPrivateAllowed: true, ca: localCertificate.cert }

/** Starts a push service with browsers: it verifies the sender (RFC 8292) and decrypts what it receives (RFC 8291). */
export async function startPushService() {
  const received: ReceivedPush[] = []
  const browsers = new Map<string, Browser>()
  let answers: { status: number; headers?: Record<string, string> }[] = []
  let connections = 0
  const server = createServer(localCertificate, async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { status, headers = {} } = answers.shift() ?? { status: 201 }
    const browser = browsers.get(request.url ?? '')
    if (browser && status === 201) {
      verifySender(String(request.headers.authorization), browser.serverKey, origin())
      const { path, ...shown } = JSON.parse(browser.decrypt(body))
      received.push({ path, ...shown, headers: request.headers, encryptedBytes: body.length })
    }
    response.writeHead(status, headers).end()
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const origin = () => `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    received,
    url: origin(),
    connections: () => connections,
    /** The next calls get these answers. */
    answerNext: (...next: typeof answers) => {
      answers = next
    },
    /** Returns what a browser sends to Posthorn when its user turns push notifications on. */
    subscribe: (serverKey: string) => {
      const path = `/${randomBytes(8).toString('hex')}`
      const browser = newBrowser(serverKey)
      browsers.set(path, browser)
      return { endpoint: origin() + path, keys: browser.keys }
    },
  }
}

type Browser = ReturnType<typeof newBrowser>

function newBrowser(serverKey: string) {
  const keyPair = createECDH('prime256v1')
  keyPair.generateKeys()
  const auth = randomBytes(16)
  return {
    serverKey,
    keys: { p256dh: keyPair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    decrypt: (body: Buffer) =>
      ece.decrypt(body, { version: 'aes128gcm', privateKey: keyPair, authSecret: auth }).toString(),
  }
}

/** Throws unless the header has a token for this service that the server's key signed. */
function verifySender(authorization: string, serverKey: string, audience: string): void {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(serverKey, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const isShort = exp * 1000 > Date.now() && exp * 1000 < Date.now() + 24 * 3_600_000
  if (key !== serverKey || !isSigned || aud !== audience || !isShort || !/^(https:|mailto:)/.test(sub))
    throw new Error(`the push service does not accept ${authorization}`)
}
