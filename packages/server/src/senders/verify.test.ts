import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifySignature } from './verify.js'

const nowSeconds = 1_700_000_000
const ruleOf = (scheme: string, more: object = {}) => ({
  ...{ scheme, header: '', timestampHeader: '', toleranceSeconds: 300 },
  ...more,
})
const hmac = (secret: string | Buffer, ...parts: (string | Uint8Array)[]) => {
  const signing = createHmac('sha256', secret)
  for (const part of parts) signing.update(part)
  return signing.digest()
}

type Given = { rule?: object; secrets?: string[]; body?: Uint8Array | string; at?: number }

function verdictOf(scheme: string, headers: Record<string, string>, given: Given = {}) {
  const { rule, secrets = ['secret'], body = 'body', at = nowSeconds } = given
  const call = { headers, body: typeof body === 'string' ? Buffer.from(body) : body }
  return verifySignature(ruleOf(scheme, rule), secrets, call, at * 1000).verdict
}

// the senders' documentation has these
const documented = [
  {
    scheme: 'github',
    secret: "It's a Secret to Everybody",
    body: 'Hello, World!',
    headers: {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
    at: 0,
  },
  {
    scheme: 'slack',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    headers: {
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      'x-slack-request-timestamp': '1531420618',
    },
    at: 1_531_420_618,
  },
]

test.each(documented)('accepts the documented example of $scheme, and no other body or secret', example => {
  const { scheme, secret, body, headers, at } = example
  expect(verdictOf(scheme, headers, { secrets: [secret], body, at })).toBe('valid')
  expect(verdictOf(scheme, headers, { secrets: [secret], body: `${body} `, at })).toBe('wrong')
  expect(verdictOf(scheme, headers, { secrets: [`${secret}x`], body, at })).toBe('wrong')
})

const t = String(nowSeconds)
const ofBody = hmac('secret', 'body').toString('hex')
const stamped = (before: string) => hmac('secret', before, 'body').toString('hex')
const key = Buffer.from('0123456789abcdef0123456789abcdef')
const signing = `whsec_${key.toString('base64')}`
const standard = `v1,${hmac(key, `msg_1.${t}.`, 'body').toString('base64')}`
const standardHeaders = { 'webhook-id': 'msg_1', 'webhook-timestamp': t, 'webhook-signature': standard }
const grafanaTime = { timestampHeader: 'x-time' }
const header = { header: 'x-own' }
const other = 'a'.repeat(64)

type Row = [what: string, verdict: string, scheme: string, headers: Record<string, string>, given?: Given]

const rows: Row[] = [
  ['uppercase hex', 'valid', 'github', { 'x-hub-signature-256': `SHA256=${ofBody.toUpperCase()}` }],
  ["Gitea's header", 'valid', 'github', { 'x-gitea-signature': ofBody }],
  ["Forgejo's header", 'valid', 'github', { 'x-forgejo-signature': ofBody }],
  ["Bitbucket's header", 'valid', 'github', { 'x-hub-signature': `sha256=${ofBody}` }],
  ['a signature in SHA-1', 'wrong', 'github', { 'x-hub-signature': `sha1=${'a'.repeat(40)}` }],
  ['no header', 'missing', 'github', {}],
  ['an empty header', 'wrong', 'github', { 'x-hub-signature-256': '' }],
  ['half a signature', 'wrong', 'github', { 'x-hub-signature-256': ofBody.slice(0, 32) }],
  ['too long a signature', 'wrong', 'github', { 'x-hub-signature-256': `${ofBody}00` }],
  ['a repeated header', 'valid', 'github', { 'x-hub-signature-256': `sha256=${other}, sha256=${ofBody}` }],
  ['the second secret', 'valid', 'github', { 'x-hub-signature-256': ofBody }, { secrets: ['new', 'secret'] }],
  ['no readable secret', 'wrong', 'github', { 'x-hub-signature-256': ofBody }, { secrets: [] }],
  ['the token', 'valid', 'gitlab', { 'x-gitlab-token': 'secret' }],
  ['another token', 'wrong', 'gitlab', { 'x-gitlab-token': 'secrex' }],
  ['an empty token', 'wrong', 'gitlab', { 'x-gitlab-token': '' }],
  ['the token in capitals', 'wrong', 'gitlab', { 'x-gitlab-token': 'SECRET' }],
  ['a repeated token', 'wrong', 'gitlab', { 'x-gitlab-token': 'secret, secret' }],
  [
    'a token in UTF-8',
    'valid',
    'gitlab',
    { 'x-gitlab-token': Buffer.from('é').toString('latin1') },
    { secrets: ['é'] },
  ],
  ['a signing token', 'valid', 'gitlab', standardHeaders, { secrets: [signing] }],
  ['a signing token that is sent', 'wrong', 'gitlab', { 'x-gitlab-token': signing }, { secrets: [signing] }],
  ['a token and a signing token', 'valid', 'gitlab', standardHeaders, { secrets: ['token', signing] }],
  ['no token', 'missing', 'gitlab', { 'x-gitlab-event': 'Push Hook' }],
  ['its header', 'valid', 'grafana', { 'x-grafana-alerting-signature': ofBody }],
  ['its renamed header', 'valid', 'grafana', { 'x-own': ofBody }, { rule: header }],
  [
    'its time',
    'valid',
    'grafana',
    { 'x-grafana-alerting-signature': stamped(`${t}:`), 'x-time': t },
    { rule: grafanaTime },
  ],
  ['no time', 'wrong', 'grafana', { 'x-grafana-alerting-signature': ofBody }, { rule: grafanaTime }],
  ['its header', 'valid', 'stripe', { 'stripe-signature': `t=${t},v1=${stamped(`${t}.`)}` }],
  [
    'several',
    'valid',
    'stripe',
    { 'stripe-signature': `t=${t}, v1=${other}, v1=${stamped(`${t}.`)}, v0=${other}` },
  ],
  ['another version', 'wrong', 'stripe', { 'stripe-signature': `t=${t},v0=${stamped(`${t}.`)}` }],
  ['no time', 'wrong', 'stripe', { 'stripe-signature': `v1=${ofBody}` }],
  ['another time', 'wrong', 'stripe', { 'stripe-signature': `t=${nowSeconds + 1},v1=${stamped(`${t}.`)}` }],
  ['a time that is no number', 'wrong', 'stripe', { 'stripe-signature': `t=1e9,v1=${stamped('1e9.')}` }],
  ['no time', 'wrong', 'slack', { 'x-slack-signature': `v0=${ofBody}` }],
  ['several', 'valid', 'pagerduty', { 'x-pagerduty-signature': `v1=${other},v1=${ofBody}` }],
  ['none that matches', 'wrong', 'pagerduty', { 'x-pagerduty-signature': `v1=${other},v1=${other}` }],
  ['its header', 'valid', 'sentry', { 'sentry-hook-signature': ofBody }],
  ['its headers', 'valid', 'standard', standardHeaders, { secrets: [signing] }],
  ['a secret without prefix', 'valid', 'standard', standardHeaders, { secrets: [key.toString('base64')] }],
  [
    'several',
    'valid',
    'standard',
    { ...standardHeaders, 'webhook-signature': `v1a,x v1,${other} ${standard}` },
    { secrets: [signing] },
  ],
  ['another id', 'wrong', 'standard', { ...standardHeaders, 'webhook-id': 'msg_2' }, { secrets: [signing] }],
  [
    'another time',
    'wrong',
    'standard',
    { ...standardHeaders, 'webhook-timestamp': '1700000001' },
    { secrets: [signing] },
  ],
  ['hex', 'valid', 'hmac', { 'x-own': ofBody }, { rule: header }],
  ['hex after sha256=', 'valid', 'hmac', { 'x-own': `sha256=${ofBody}` }, { rule: header }],
  ['base64', 'valid', 'hmac', { 'x-own': hmac('secret', 'body').toString('base64') }, { rule: header }],
  [
    'base64 after sha256=',
    'valid',
    'hmac',
    { 'x-own': `sha256=${hmac('secret', 'body').toString('base64')}` },
    { rule: header },
  ],
  ['another header', 'missing', 'hmac', { 'x-other': ofBody }, { rule: header }],
  ['a scheme of another version', 'wrong', 'later', {}],
]

test.each(rows)('%s is %s with %s', (_what, verdict, scheme, headers, given) => {
  expect(verdictOf(scheme, headers, given)).toBe(verdict)
})

test.each([
  ['stripe', { 'stripe-signature': `t=${t},v1=${stamped(`${t}.`)}` }, 'secret'],
  ['slack', { 'x-slack-signature': `v0=${stamped(`v0:${t}:`)}`, 'x-slack-request-timestamp': t }, 'secret'],
  ['standard', standardHeaders, signing],
])('%s refuses a signed time that differs too much, in both directions', (scheme, headers, secret) => {
  const verdictAt = (offSeconds: number, of = secret) =>
    verdictOf(scheme, headers, { at: nowSeconds + offSeconds, secrets: [of] })
  expect([300, -300].map(off => verdictAt(off))).toEqual(['valid', 'valid'])
  expect([301, -301].map(off => verdictAt(off))).toEqual(['too_old', 'too_old'])
  expect(verdictAt(301, `${secret.slice(0, -4)}abcd`)).toBe('wrong') // its time says nothing
})

test('verifies bytes, not text', () => {
  const body = Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0xc3, 0x28, 0x7d])
  const headers = { 'x-hub-signature-256': hmac('secret', body).toString('hex') }
  expect(verdictOf('github', headers, { body })).toBe('valid')
  expect(verdictOf('github', headers, { body: Buffer.from(body.toString()) })).toBe('wrong')
})
