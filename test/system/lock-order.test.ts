import { changePassword, deleteApp, endTokenFamily } from '@posthorn/db'
import { expect, test } from 'vitest'
import { flowOf, problemOf, tokensIn } from '../api/oauth/flow.js'
import { addUser } from '../api/start-api.js'
import { startApps } from '../api/start-apps.js'
import { password } from '../support/constants.js'

async function start() {
  const api = await startApps()
  const flow = flowOf(api)
  const { id } = await addUser(api.db, 'carol')
  await api.db.teamMember.create({ data: { teamId: api.teamId, userId: id } })
  const carol = api.callerWith(await api.tokenOf('carol'))
  const deadlocks = async () => {
    const [row] = await api.db.$queryRaw<{ deadlocks: bigint }[]>`
      SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`
    return Number(row?.deadlocks)
  }
  return { ...api, ...flow, id, carol, deadlocks }
}

/** Refreshes grants in a loop and replaces the ended ones, until it is stopped. */
function refreshing({ carol, codeFor, redeem, refresh, register }: Awaited<ReturnType<typeof start>>) {
  const problems: string[] = []
  let isDone = false
  const loop = async () => {
    const app = await register()
    let token: string | undefined
    while (!isDone) {
      const answer = await (token ? refresh(app, token) : redeem(app, await codeFor(carol, app)))
      token = answer.statusCode === 200 ? tokensIn(answer).refresh_token : undefined
      if (!token && problemOf(answer) !== '400 invalid_grant') problems.push(answer.body)
    }
  }
  const loops = (count: number) => Promise.all(Array.from({ length: count }, loop))
  const stop = () => {
    isDone = true
  }
  return { loops, problems, stop }
}

test.for([3, 30])('with %s grants refreshed in a loop a hundred password changes succeed', async count => {
  const api = await start()
  const { loops, problems, stop } = refreshing(api)
  const running = loops(count)
  const answers = new Map<string, number>()
  const change = { user_id: api.id, current_password: password, new_password: password }
  for (let round = 0; round < 10; round++) {
    const changes = Array.from({ length: 10 }, () => api.carol.statusAndId('/users/newpassword', change))
    for (const answer of await Promise.all(changes)) answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  stop()
  await running
  expect([...answers]).toEqual([['200', 100]])
  expect(problems).toEqual([])
  expect(await api.deadlocks()).toBe(0)
})

test('a hundred concurrent password changes, refreshes, revocations and deactivations cause no unexpected error', async () => {
  const api = await start()
  const { db, id, carol, codeFor, redeem, refresh, post, register, admin } = api
  const grants = []
  for (let made = 0; made < 25; made++) {
    const app = await register()
    grants.push({ app, token: tokensIn(await redeem(app, await codeFor(carol, app))).refresh_token })
  }
  const stored = { id, passwordHash: 'x', nowMs: Date.now() }
  const works = grants.flatMap(({ app, token }, index) => [
    changePassword(db, stored).then(() => 'changed'),
    refresh(app, token).then(problemOf),
    post('revoke', { client_id: app.id, client_secret: app.client_secret, token }).then(problemOf),
    admin.statusAndId('/users/update_active', { user_id: id, active: index % 2 ? 'true' : 'false' }),
  ])
  for (const outcome of await Promise.all(works)) expect(outcome).toMatch(/^(changed|200|400 invalid_grant)$/)
  expect(await api.deadlocks()).toBe(0)
})

test('deleting an app while codes are redeemed and families end causes only expected errors', async () => {
  const api = await start()
  const { db, reader, carol, codeFor, redeem, refresh, register } = api
  const outcomes = new Set<string>()
  for (let round = 0; round < 10; round++) {
    const app = await register()
    const codes = []
    for (const user of [reader, carol, reader, carol]) codes.push(await codeFor(user, app))
    const { refresh_token } = tokensIn(await redeem(app, await codeFor(carol, app)))
    const family = await db.oauthTokenFamily.findFirstOrThrow({ where: { appId: app.id } })
    const works = [
      ...codes.map(code => redeem(app, code).then(problemOf)),
      refresh(app, refresh_token).then(problemOf),
      endTokenFamily(db, family).then(() => 'ended'),
      deleteApp(db, app.id, Date.now()).then(() => 'ended'),
      carol.statusAndId('/users/me'),
    ]
    for (const outcome of await Promise.all(works)) outcomes.add(outcome)
  }
  expect([...outcomes].filter(one => !/^(ended|200|40[01] invalid_(grant|client))$/.test(one))).toEqual([])
  expect(await api.deadlocks()).toBe(0)
})
