import type { Settings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { statusAndId } from './callers.js'
import { callOf, type Made, makeCall } from './rights/make-call.js'
import type { Row } from './rights/row.js'
import { rows, scopesOfCalls } from './rights/rows.js'
import { mailHost, type Role, roles, type Stage, setStage } from './rights/scene.js'

const asJson = ({ settings = {} }: Row) => JSON.stringify(settings)
const allSettings = [...new Set(rows.map(asJson))]

/** Changes settings through the API, so that they apply at once. */
async function choose({ callerWith, scene }: Stage, settings: Partial<Settings>): Promise<void> {
  const { caller } = await scene('root')
  const groups = ['ServiceSettings', 'TeamSettings', 'PrivacySettings']
  const config = Object.fromEntries(groups.map(group => [group, settings]))
  expect(await callerWith(caller.token).statusAndId('/admin/save_config', config)).toBe('200')
}

/** What each role got, and which calls showed a role the address of somebody else. */
type Answers = { rows: Row[]; shown: { call: string; role: Role }[] }

const made = new Map<string, Promise<Answers>>()

/** Makes all calls that have a row with these settings, once for all tests. */
function answersWith(settings: string): Promise<Answers> {
  const known = made.get(settings) ?? makeAll(settings)
  made.set(settings, known)
  return known
}

async function makeAll(settings: string): Promise<Answers> {
  const stage = await setStage()
  await choose(stage, JSON.parse(settings))
  const answers: Answers = { rows: [], shown: [] }
  for (const row of rows.filter(row => asJson(row) === settings)) {
    const asked = roles.map(async role => ({ role, ...(await makeCall(stage, row, role)) }))
    const answered = await Promise.all(asked)
    const statuses = answered.map(({ role, answer }) => [role, statusAndId(answer)])
    answers.rows.push({ ...row, answers: Object.fromEntries(statuses) })
    answers.shown.push(
      ...answered.filter(one => showsOthers(row, one)).map(({ role }) => ({ call: row.call, role })),
    )
  }
  return answers
}

/** A login's response describes the user who logs in, not the caller. */
function showsOthers({ call }: Row, { answer, mail }: Made): boolean {
  const shown = answer.body.match(new RegExp(`[^"]+@${mailHost}`, 'g')) ?? []
  return call !== 'POST /users/login' && shown.some(one => one !== mail)
}

test('every call has a row in the table of rights', async () => {
  const { app, routes } = await setStage()
  await app.ready()
  const listed = new Set(rows.map(({ call }) => call))
  expect([...listed].toSorted()).toEqual([...new Set(routes.map(callOf))].toSorted())
})

test.each(allSettings)('each call accepts exactly the callers that may make it, with %s', async settings => {
  const wanted = rows.filter(row => asJson(row) === settings)
  expect((await answersWith(settings)).rows).toEqual(wanted)
})

test('an app’s token can make only the calls of its scopes', async () => {
  const stage = await setStage()
  for (const [call, scope] of scopesOfCalls()) {
    const row = rows.find(one => one.call === call && !one.settings)
    if (!row) throw new Error(`${call} has no row`)
    const role = roles.findLast(one => row.answers[one] === '200') ?? 'root'
    for (const held of ['read', 'post', 'manage']) {
      const { answer } = await makeCall(stage, row, role, { scope: held })
      const expected = held === scope ? row.answers[role] : '403 api.context.permissions.app_error'
      expect([call, held, statusAndId(answer)]).toEqual([call, held, expected])
    }
  }
})

test('unreadable objects look like missing ones', async () => {
  const stage = await setStage()
  const reading = rows.filter(({ call, settings }) => call.startsWith('GET') && !settings)
  for (const row of reading) {
    const { answer } = await makeCall(stage, row, 'stranger', { method: 'HEAD' })
    expect([row.call, row.where, `${answer.statusCode}`, answer.body]).toEqual([
      row.call,
      row.where,
      row.answers.stranger.slice(0, 3),
      '',
    ])
  }
})

test('hidden addresses appear only to their owner and system administrators', async () => {
  const { shown } = await answersWith('{}')
  expect(shown.filter(({ role }) => role !== 'root')).toEqual([])
  expect(shown.map(({ call }) => call)).toContain('GET /users/{user}/get')
})
