import { request } from 'node:http'
import type { Db } from '@posthorn/db'
import { expect, test } from 'vitest'
import { callOf } from './rights/make-call.js'
import type { Row } from './rights/row.js'
import { rows } from './rights/rows.js'
import { type Scene, type Stage, setStage } from './rights/scene.js'

/** The calls of each row that root can make, once. Calls that always fail are made in their first row. */
const ofRoot = [...new Set(rows.map(({ call }) => call))].map(wanted => {
  const same = rows.filter(({ call }) => call === wanted)
  return same.find(({ answers }) => answers.root === '200') ?? (same[0] as Row)
})

/** Sends a path exactly as written: clients and `inject` resolve dot segments. Resolves to the status. */
async function statusOf({ app }: Stage, method: string, path: string, token: string, body?: unknown) {
  const { port } = app.server.address() as { port: number }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const options = { host: '127.0.0.1', port, method, path: `/api/v3${path}`, headers, agent: false }
  return new Promise<number>((resolve, reject) => {
    const asked = request(options, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Returns a digest of every table's rows. Calls only touch the times of their own sessions. */
async function stored(db: Db): Promise<Record<string, string>> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'sessions'`
  const digests = tables.map(async ({ name }) => {
    const [row] = await db.$queryRawUnsafe<{ digest: string }[]>(
      `SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS digest FROM "${name}" t`,
    )
    return [name, row?.digest ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}

async function startListening(): Promise<Stage> {
  const stage = await setStage()
  await stage.app.listen({ host: '127.0.0.1', port: 0 })
  return stage
}

type Prepared = { call: string; scene: Scene; params: Record<string, string>; body: unknown }

/** Creates the objects of each call, so that only the parameter under test is wrong. */
async function prepare(stage: Stage): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  for (const { call, ask } of ofRoot) {
    const scene = await stage.scene('root')
    const { params, body } = (await ask?.(scene)) ?? {}
    prepared.push({ call, scene, params: { team: scene.team, ...params }, body })
  }
  return prepared
}

const values = ['', '/', '%2F', '%20', '..', '%2e', '%0A', '%00']
/** As in the reference, these addresses without the last parameter list what the caller can read. */
const namesAList = ['GET /preferences/{category}', 'GET /teams/{team}/channels/{channel}']

const parametersOf = (call: string) => [...call.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

function pathWith({ call, params }: Prepared, replaced: string, value: string): string {
  const [, path = ''] = call.split(' ')
  return path.replace(/\{(\w+)\}/g, (_, name) =>
    name === replaced ? value : encodeURIComponent(params[name] ?? `no ${name}`),
  )
}

test('every call responds 404 or 405 to an empty path parameter, and changes nothing', {
  timeout: 240_000,
}, async () => {
  const stage = await startListening()
  const prepared = await prepare(stage)
  const before = await stored(stage.db)
  const made = prepared.flatMap(one =>
    parametersOf(one.call).flatMap(name => values.map(value => ({ one, name, value }))),
  )
  const wrong: unknown[] = []
  for (const { one, name, value } of made) {
    const [method = ''] = one.call.split(' ')
    const path = pathWith(one, name, value)
    const status = await statusOf(stage, method, path, one.scene.caller.token, one.body)
    const isEmpty = value === '' && !namesAList.includes(one.call)
    const isRefused = isEmpty ? [404, 405].includes(status) : status >= 400 && status < 500
    if (!isRefused && (isEmpty || method === 'POST')) wrong.push([one.call, name, value, status])
  }
  expect(wrong).toEqual([])
  expect(await stored(stage.db)).toEqual(before)
})

/** An order, and where a page begins or a thread continues. As in the reference: the beginning of a name, and the team to leave out. */
const mayBeEmpty = [
  ...['sort', 'cursor', 'term', 'GET /teams/unread id'],
  ...[
    'GET /teams/{team}/posts/{post}',
    'GET /teams/{team}/channels/{channel}/posts/{post}/get',
    'GET /teams/{team}/pltmp/{post}',
  ].flatMap(call => [`${call} after`, `${call} before`]),
]
/** OAuth defines empty parameters as absent (RFC 6749, 3.1). */
const ofOauth = 'GET /oauth/authorization'

test('every call rejects an empty query parameter, so that it never selects everything', async () => {
  const stage = await startListening()
  const prepared = new Map((await prepare(stage)).map(one => [one.call, one]))
  const accepted: string[] = []
  for (const { url, method, query } of stage.routes) {
    const one = prepared.get(callOf({ url, method }))
    if (!one || method === 'HEAD' || one.call === ofOauth) continue
    for (const name of query) {
      const path = `${pathWith(one, '', '')}?${name}=`
      const status = await statusOf(stage, method, path, one.scene.caller.token, one.body)
      if (status !== 400) accepted.push(`${one.call} ${name}`)
    }
  }
  expect(accepted.filter(one => !mayBeEmpty.some(known => one.endsWith(known)))).toEqual([])
})

test('every filter of a call in bulk rejects null, an empty text and an empty list', async () => {
  const stage = await setStage()
  const { caller, ...scene } = await stage.scene('root')
  const hook = await scene.hook(caller.id)
  const { post } = stage.callerWith(caller.token)
  const path = `/teams/${scene.team}/hooks/incoming/${hook}/deliveries`
  for (const [call, body, names] of [
    ['erase', { hook }, ['before', 'hook', 'befor']],
    ['replay', {}, ['from', 'to', 'outcome', 'text', 'key']],
  ] as const)
    for (const name of names)
      for (const value of [null, '', []]) {
        const { statusCode } = await post(`${path}/${call}`, { ...body, [name]: value })
        expect([call, name, value, statusCode]).toEqual([call, name, value, 400])
      }
})
