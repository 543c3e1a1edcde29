import { knownFields } from '@posthorn/core'
import { urlParameters } from '@posthorn/formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bearer } from './callers.js'
import { badInput, type Input } from './document/bad-input.js'
import { fitting, type Seen } from './document/fit.js'
import { type Document, type Operation, operationsOf, readDocument } from './document/read.js'
import { callOf, makeCall } from './rights/make-call.js'
import { rows } from './rights/rows.js'
import { type Role, roles, type Stage, setStage } from './rights/scene.js'
import { startApi } from './start-api.js'

const hookPaths = [
  '/hooks/{key}',
  '/hooks/{key}/{format}',
  '/hooks/{key}/posts/{id}',
  '/hooks/{key}/deliveries/{id}',
  '/services/{workspace}/{webhook}/{secret}',
  '/api/webhooks/{id}/{key}',
  '/api/webhooks/{id}/{key}/messages/{message}',
  '/api/v3/teams/{team}/hooks/{key}',
]

/** Starts an API and reads its document, with the operations by call. */
async function start() {
  const stage = await setStage()
  const document = readDocument((await stage.call('/openapi.json')).json())
  const operations = operationsOf(document)
  const ofApi = operations.filter(({ path }) => path.startsWith('/api/v3/') && !hookPaths.includes(path))
  const named = (call: string) => {
    const found = operations.find(one => one.call === call.replace(' ', ' /api/v3'))
    if (!found) throw new Error(`${call} is not described`)
    return found
  }
  return { stage, document, operations, ofApi, named, ...fitting(document) }
}

type Answer = Awaited<ReturnType<Stage['call']>>
const seen = ({ statusCode, headers, body }: Answer): Seen => ({
  status: statusCode,
  type: String(headers['content-type'] ?? ''),
  body,
})

test('the document is valid OpenAPI 3.1 and describes exactly the calls that exist', async () => {
  const { stage, document, operations, ofApi } = await start()
  const calls = new Set(stage.routes.map(callOf))
  expect(ofApi.map(({ call }) => call.replace('/api/v3', '')).toSorted()).toEqual([...calls].toSorted())
  expect(operations.map(({ path }) => path)).toEqual(expect.arrayContaining(hookPaths))

  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const { components } = document as { components: Record<string, object> }
  const text = JSON.stringify(document)
  for (const [, kind = '', name = ''] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g))
    expect(Object.keys(components[kind] ?? {})).toContain(name)
  const tags = document.tags.map(({ name }) => name)
  for (const { path, operation } of operations) {
    const { parameters = [], security = [] } = operation
    const inPath = parameters.filter(parameter => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`).toSorted()).toEqual(path.match(/\{\w+\}/g)?.toSorted() ?? [])
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(tags).toEqual(expect.arrayContaining(operation.tags))
    expect(Object.keys(document.components.securitySchemes)).toEqual(
      expect.arrayContaining(security.flatMap(Object.keys)),
    )
  }
})

test('requests and answers match the document', async () => {
  const { stage, named, wrongBody, wrongAnswer } = await start()
  for (const row of rows.filter(({ settings }) => !settings)) {
    const role = roles.findLast(one => row.answers[one] === '200') ?? 'root'
    const { url, asked, answer } = await makeCall(stage, row, role)
    const { operation } = named(row.call)
    expect([url, wrongAnswer(operation, seen(answer))]).toEqual([url, undefined])
    if (answer.statusCode === 200) expect([url, wrongBody(operation, asked.body)]).toEqual([url, undefined])
  }
})

test('every call with a body documents the errors of long, slow and excess bodies', async () => {
  const { ofApi, document } = await start()
  const posting = ofApi.filter(({ method }) => method === 'POST')
  expect(posting.length).toBeGreaterThan(0)
  for (const { operation } of posting) {
    const texts = ['408', '413', '503'].map(status => answerOf(document, operation, status)?.description)
    expect(texts).toEqual([
      expect.stringContaining('api.context.too_slow.app_error'),
      expect.stringContaining('api.context.too_large.app_error'),
      expect.stringMatching(/too many request bodies(.|\n)*database is not responding/),
    ])
  }
})

function answerOf({ components }: Document, { responses }: Operation, status: string) {
  const answer = responses[status]
  if (!answer || !('$ref' in answer)) return answer
  return components.responses[answer.$ref.replace('#/components/responses/', '')]
}

/** Runs for each call and caller. */
const numRuns = 3

test.each(['nobody', 'root'] as const)(
  'returns to %s what the document describes for any input, and never an internal error',
  async role => {
    const { stage, ofApi, wrongAnswer } = await start()
    const statuses = new Set<number>()
    for (const described of ofApi) {
      const { known, token } = await thingsFor(stage, role)
      const headers = token === undefined ? {} : bearer(token).headers
      const hold = async ({ path, query, body }: Input) => {
        const answer = await stage.app.inject({
          method: described.method,
          url: path + query,
          headers,
          ...(body !== undefined && { payload: body }),
        })
        expect(wrongAnswer(described.operation, seen(answer))).toBeUndefined()
        statuses.add(answer.statusCode)
      }
      await fc.assert(fc.asyncProperty(badInput(described, known), hold), { numRuns, endOnFailure: true })
    }
    expect([...statuses]).toEqual(expect.arrayContaining(role === 'root' ? [200, 400, 404] : [200, 401]))
  },
)

/** Creates objects, by their parameter names, and a new user who can end any session. */
async function thingsFor(stage: Stage, role: Role) {
  const { team, caller, other, channel, post, hook, delivery, replay, app } = await stage.scene(role)
  const { id, name } = await channel('O', caller.id, other.id)
  const hookId = await hook(other.id)
  const known = {
    team,
    name,
    channel: id,
    user: other.id,
    id: hookId,
    username: other.username,
    post: await post(id, caller.id),
    hook: hookId,
    delivery: await delivery(hookId),
    replay: await replay(hookId),
    client: await app(other.id),
    offset: '0',
    limit: '10',
    time: '0',
  }
  return { known, token: role === 'nobody' ? undefined : caller.token }
}

type Sent = [status: number, url: string, body: string, headers?: Record<string, string>]

test('the document has every field and parameter that hooks read', async () => {
  const { call } = await startApi()
  const { paths } = readDocument((await call('/openapi.json')).json())
  for (const path of ['/hooks/{key}', '/hooks/{key}/{format}', '/api/v3/teams/{team}/hooks/{key}']) {
    const inUrl = paths[path]?.post?.parameters?.filter(one => one.in === 'query').map(({ name }) => name)
    expect([path, inUrl?.toSorted()]).toEqual([path, [...urlParameters, 'payload', 'wait'].toSorted()])
  }
  const { properties } = bodySchema(paths['/hooks/{key}']?.post)
  const attachment = properties?.attachments?.anyOf?.[0]?.items?.anyOf?.[0]
  const field = attachment?.properties?.fields?.anyOf?.[0]?.items?.anyOf?.[0]
  const documented = { payload: properties, attachment: attachment?.properties, field: field?.properties }
  for (const [what, names] of Object.entries(knownFields))
    expect([what, Object.keys(documented[what as 'payload'] ?? {}).toSorted()]).toEqual([
      what,
      names.toSorted(),
    ])
})

type JsonSchema = { properties?: Record<string, JsonSchema>; items?: JsonSchema; anyOf?: JsonSchema[] }

const bodySchema = (operation: Operation | undefined) =>
  (operation?.requestBody?.content['application/json']?.schema ?? {}) as JsonSchema

test('responses to senders match the document', async () => {
  const api = await startApi()
  const document = readDocument((await api.call('/openapi.json')).json())
  const { wrongAnswer } = fitting(document)
  const operation = document.paths['/hooks/{key}']?.post
  if (!operation) throw new Error('hooks are not described')
  const limited = await api.anotherIngress({ hookRate: { points: 1, seconds: 60 } })
  await api.work()
  const [text, other] = ['{"text":"hello"}', '{"text":"other"}']
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const copy = { 'idempotency-key': 'one' }
  const calls: Sent[] = [
    [200, api.hookUrl, text],
    [200, api.hookUrl, `payload=${encodeURIComponent(text)}`, form],
    [200, `${api.hookUrl}?wait=true`, text],
    [200, api.hookUrl, text, copy],
    [422, api.hookUrl, other, copy],
    [400, api.hookUrl, text, { 'idempotency-key': 'é' }],
    [400, api.hookUrl, '{}'],
    [400, api.hookUrl, '{'],
    [404, `${api.hookUrl}?wait=true`, '{"text":"hello","channel":"nowhere"}'],
    [413, api.hookUrl, JSON.stringify({ text: 'x'.repeat(1_100_000) })],
    [400, `${api.url}/hooks/${'a'.repeat(26)}`, text],
    [404, `${api.url}/hooks/not-a-key`, text],
    [404, `${api.url}/hooks/${'a'.repeat(200)}`, text],
    [200, limited.hookUrl, text],
    [429, limited.hookUrl, text],
  ]
  for (const [status, url, body, headers = { 'content-type': 'application/json' }] of calls) {
    const answer = await fetch(url, { method: 'POST', body, headers })
    const type = answer.headers.get('content-type') ?? ''
    const wrong = wrongAnswer(operation, { status: answer.status, type, body: await answer.text() })
    expect([url, body.slice(0, 40), answer.status, wrong]).toEqual([
      url,
      body.slice(0, 40),
      status,
      undefined,
    ])
  }
})

test('responses about a hook’s own posts, and to other programs, match the document', async () => {
  const api = await startApi()
  const { paths, ...document } = readDocument((await api.call('/openapi.json')).json())
  const { wrongAnswer } = fitting({ paths, ...document })
  await api.work()
  const { id: hook } = await api.world.db.hook.findFirstOrThrow()
  const discord = `${api.url}/api/webhooks/${hook}/${api.hookUrl.split('/').at(-1)}`
  const headers = { 'content-type': 'application/json' }
  const call = async (method: string, path: string, url: string, body?: object) => {
    const answer = await fetch(url, { method, ...(body && { headers, body: JSON.stringify(body) }) })
    const type = answer.headers.get('content-type') ?? ''
    const text = await answer.text()
    const operation = paths[path]?.[method.toLowerCase() as 'get']
    const wrong = operation ? wrongAnswer(operation, { status: answer.status, type, body: text }) : 'missing'
    expect([method, path, wrong]).toEqual([method, path, undefined])
    return { status: answer.status, json: type.includes('json') ? JSON.parse(text) : {} }
  }
  const [byKey, message] = ['/hooks/{key}/', '/api/webhooks/{id}/{key}/messages/{message}']
  const [webhook, content] = ['/api/webhooks/{id}/{key}', { content: 'hello' }]
  const { json: sent } = await call('POST', webhook, `${discord}?wait=true`, content)
  const statuses = [
    await call('POST', webhook, discord, content),
    await call('GET', webhook, discord),
    await call('GET', message, `${discord}/messages/${sent.id}`),
    await call('PATCH', message, `${discord}/messages/${sent.id}`, content),
    await call('GET', `${byKey}posts/{id}`, `${api.hookUrl}/posts/${sent.id}`),
    await call('PATCH', `${byKey}posts/{id}`, `${api.hookUrl}/posts/${sent.id}`, { text: 'new' }),
    await call('GET', `${byKey}deliveries/{id}`, `${api.hookUrl}/deliveries/${sent.id.slice(0, 24)}00`),
    await call('DELETE', message, `${discord}/messages/${sent.id}`),
    await call('DELETE', `${byKey}posts/{id}`, `${api.hookUrl}/posts/${sent.id}`),
    await call('GET', message, `${discord}/messages/${sent.id}`),
    await call('POST', `${byKey}{format}`, `${api.hookUrl}/github?wait=true`, { text: 'hello' }),
    await call('POST', `${byKey}{format}`, `${api.hookUrl}/discord`, content),
    await call('POST', `${byKey}{format}`, `${api.hookUrl}/googlechat`, { text: 'hello' }),
    await call('POST', `${byKey}{format}`, `${api.hookUrl}/slack`, content),
  ].map(({ status }) => status)
  expect(statuses).toEqual([204, 200, 200, 200, 200, 200, 200, 204, 404, 404, 200, 204, 200, 400])
})

test('the page for trying calls is public, and contacts no other host', async () => {
  const { call } = await startApi()
  const address = (path: string) => new URL(path, 'http://here/api/v3/docs')
  const { statusCode, body, headers } = await call('/docs')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).not.toMatch(/https?:|\*/)
  const loaded = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => address(path))
  expect(loaded.length).toBeGreaterThan(3)
  for (const { host, pathname } of loaded) {
    expect(host).toBe('here')
    expect((await call(pathname.replace('/api/v3', ''))).statusCode).toBe(200)
  }
  const initializer = loaded.find(({ pathname }) => pathname.endsWith('initializer.js'))
  const script = await call(`${initializer?.pathname.replace('/api/v3', '')}`)
  expect(script.body).toContain('validatorUrl: null')
  expect((await call('/docs/json')).json()).toEqual((await call('/openapi.json')).json())
})

test('loading the page counts as a call', async () => {
  const { call } = await startApi(undefined, { apiRate: { points: 2, seconds: 60 } })
  const statuses = []
  for (const path of ['/openapi.json', '/docs/', '/docs/static/swagger-ui.css'])
    statuses.push((await call(path)).statusCode)
  expect(statuses).toEqual([200, 200, 429])
})
