import { expect, test } from 'vitest'
import { noSuchId, startApi } from './start-api.js'

const values: unknown[] = [
  null,
  true,
  0,
  -1.5,
  1e308,
  '',
  '\0',
  '\ud800',
  '%00',
  "'; DROP TABLE posts; --",
  'x'.repeat(70_000),
  noSuchId,
  [],
  [null],
  {},
  { toString: 1 },
]
const raw = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '{"a":',
  '\ufeff{}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
]
/** Lists every call with a body below the team's path, and the keys it reads. */
const calls: [path: string, keys: string[]][] = [
  ['channels/create', ['team_id', 'type', 'name', 'display_name', 'header', 'purpose']],
  ['channels/create_direct', ['user_id']],
  ['channels/view', ['channel_id', 'prev_channel_id']],
  ['channels/name/builds/join', []],
  ['channels/<channel>/join', []],
  ['channels/<channel>/add', ['user_id']],
  ['channels/<channel>/remove', ['user_id']],
  ['channels/<channel>/posts/create', ['channel_id', 'message', 'type', 'props', 'root_id', 'create_at']],
  ['channels/<channel>/posts/update', ['id', 'message']],
  ['hooks/incoming/create', ['channel_id', 'display_name', 'channel_locked', 'key']],
  ['hooks/incoming/update', ['id', 'channel_id', 'description', 'confirm']],
  ['hooks/incoming/regen', ['id', 'overlap_seconds']],
  ['hooks/incoming/delete', ['id']],
]

test('no body sent to a call about channels, posts or hooks causes an internal error', async () => {
  const api = await startApi()
  const { admin } = await api.callers('admin')
  const { id } = await api.channelNamed('builds')
  const post = await admin.postJson(`/teams/${api.teamId}/channels/${id}/posts/create`, { message: 'x' })
  const hook = await api.db.hook.findFirstOrThrow()
  const good = { channel_id: id, name: 'fine', display_name: 'Fine', type: '', message: 'x' }
  const broken: unknown[] = []
  for (const [call, keys] of calls) {
    const path = `/teams/${api.teamId}/${call.replace('<channel>', id)}`
    const whole = { ...good, id: call.startsWith('hooks') ? hook.id : post.id }
    const odd = keys.flatMap(key => values.map(value => ({ ...whole, [key]: value })))
    for (const body of [...raw, ...odd]) {
      const { statusCode } = await admin.post(path, body)
      if (statusCode >= 500) broken.push([path, statusCode, JSON.stringify(body).slice(0, 100)])
    }
  }
  expect(broken).toEqual([])
}, 240_000)

const oddParts = [
  '%00',
  '%ed%a0%80',
  '%',
  '..',
  '%2f',
  '-1',
  '1e9',
  '9'.repeat(40),
  'x'.repeat(99),
  '%F0%9F%8E%BA',
]

test('no path about channels, posts or hooks causes an internal error', async () => {
  const api = await startApi()
  const { admin } = await api.callers('admin')
  const builds = await api.channelNamed('builds')
  const team = `/teams/${api.teamId}`
  const templates = [
    '/teams/*/channels/',
    `${team}/channels/*`,
    `${team}/channels/name/*`,
    `${team}/channels/more/*/1`,
    `${team}/channels/${builds.id}/members/*`,
    `${team}/channels/${builds.id}/posts/page/0/*`,
    `${team}/channels/${builds.id}/posts/since/*`,
    `${team}/channels/${builds.id}/posts/*/get`,
    `${team}/channels/${builds.id}/posts/${noSuchId}/before/*/1`,
    `${team}/hooks/incoming/*/get`,
    `${team}/hooks/incoming/list?page=*`,
  ]
  const statuses = new Set<number>()
  for (const template of templates) {
    for (const part of oddParts) statuses.add((await admin.get(template.replace('*', part))).statusCode)
  }
  expect([...statuses].filter(status => status >= 500)).toEqual([])
})
