import type { Settings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { statusAndId } from './callers.js'
import { callOf, makeCall } from './rights/make-call.js'
import type { Row } from './rights/row.js'
import { rows, scopesOfCalls } from './rights/rows.js'
import { mailHost, roles, type Stage, setStage } from './rights/scene.js'

const asJson = ({ settings = {} }: Row) => JSON.stringify(settings)
const allSettings = [...new Set(rows.map(asJson))]

/** Changes settings through the API, so that they apply at once. */
async function choose({ callerWith, scene }: Stage, settings: Partial<Settings>): Promise<void> {
  const { caller } = await scene('root')
  const groups = ['ServiceSettings', 'TeamSettings', 'PrivacySettings']
  const config = Object.fromEntries(groups.map(group => [group, settings]))
  expect(await callerWith(caller.token).statusAndId('/admin/save_config', config)).toBe('200')
}

test('every call has a row in the table of rights', async () => {
  const { app, routes } = await setStage()
  await app.ready()
  const listed = new Set(rows.map(({ call }) => call))
  expect([...listed].toSorted()).toEqual([...new Set(routes.map(callOf))].toSorted())
})

test.each(allSettings)('each call accepts exactly the callers that may make it, with %s', async settings => {
  const stage = await setStage()
  await choose(stage, JSON.parse(settings))
  const answered: Row[] = []
  const wanted = rows.filter(row => asJson(row) === settings)
  for (const row of wanted) {
    const answers = roles.map(async role => [role, statusAndId((await makeCall(stage, row, role)).answer)])
    answered.push({ ...row, answers: Object.fromEntries(await Promise.all(answers)) })
  }
  expect(answered).toEqual(wanted)
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
  const stage = await setStage()
  // a login's response describes the user who logs in, not the caller
  const others = rows.filter(({ call, settings }) => call !== 'POST /users/login' && !settings)
  const shownTo = async (role: 'boss' | 'root') => {
    const calls = new Set<string>()
    for (const row of others.filter(({ answers }) => answers[role] === '200')) {
      const { answer, mail } = await makeCall(stage, row, role)
      const shown = answer.body.match(new RegExp(`[^"]+@${mailHost}`, 'g')) ?? []
      if (shown.some(one => one !== mail)) calls.add(row.call)
    }
    return [...calls]
  }
  expect(await shownTo('boss')).toEqual([])
  expect(await shownTo('root')).toContain('GET /users/{user}/get')
})
