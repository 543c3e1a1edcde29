import type { Db } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { userRow } from '../support/user-row.js'
import type { Caller } from './callers.js'
import { addTeam, startApi } from './start-api.js'
import { startHistory } from './start-history.js'

const disabled = 'web.incoming_webhook.hook_disabled.app_error'
const dayMs = 86_400_000

/** Starts a hook with one delivery and two ingresses; `sent` calls both. */
async function startDisabling() {
  const { callers, teamId: team, hook, world, ask, settle, get } = await startHistory()
  const { admin } = await callers('admin')
  const [delivery] = await settle({ text: 'before' })
  const urls = [world.hookUrl, (await world.anotherIngress()).hookUrl]
  const sent = () => Promise.all(urls.map(url => fetch(url, { method: 'POST', body: '{"text":"x"}' })))
  return { admin, whole: { params: { team }, body: { id: hook.id } }, sent, ask, delivery, get }
}

test('a disabled hook rejects and counts every call, and works again once it is enabled', async () => {
  const { admin, whole, sent, ask, delivery, get } = await startDisabling()
  const { disabled_at } = await admin.client.disableHook(whole)
  expect(disabled_at).toBeGreaterThan(0)
  await eventually(async () => expect((await sent()).map(({ status }) => status)).toEqual([403, 403]))
  for (const answer of await sent()) expect(await answer.json()).toMatchObject({ id: disabled })
  for (const asked of ['/send', `/deliveries/${delivery}/replay`, '/deliveries/replay']) {
    const answer = await ask(asked, { payload: '{"text":"x"}' })
    expect([asked, answer.statusCode, answer.json().id]).toEqual([asked, 403, disabled])
  }
  await eventually(async () => {
    const [{ calls }] = (await get('/refused?days=1')).json().days
    expect(calls).toMatchObject([{ cause: 'hook_disabled', reason: disabled, status: 403 }])
  })

  expect((await admin.client.disableHook(whole)).disabled_at).toBe(disabled_at)
  expect(await admin.client.enableHook(whole)).toMatchObject({ disabled_at: 0 })
  await eventually(async () => expect((await sent()).map(({ status }) => status)).toEqual([200, 200]))
})

test('hooks of all teams are found by their problems, page by page', async () => {
  const { callers, db, teamId } = await startApi()
  const { admin } = await callers('admin')
  const other = await addOddHooks(db)
  const found = async (only: 'unused' | 'creator_deactivated' | 'failing' | 'unlocked' | 'disabled') => {
    const { hooks, total } = await admin.client.searchAllHooks({ query: { only } })
    expect(total).toBe(hooks.length)
    return hooks.map(({ display_name }) => display_name)
  }
  expect(await found('unused')).toEqual(['unused'])
  expect(await found('creator_deactivated')).toEqual(['of somebody gone'])
  expect(await found('failing')).toEqual(['failing'])
  expect(await found('unlocked')).toEqual(['free'])
  expect(await found('disabled')).toEqual(['disabled'])
  expect(await teamsInPages(admin.client)).toEqual([...Array(6).fill(other), teamId])
})

async function teamsInPages(client: Caller['client']): Promise<string[]> {
  const teams: string[] = []
  let cursor = ''
  do {
    const { hooks, next, total } = await client.searchAllHooks({ query: { cursor, limit: 3 } })
    expect(total).toBe(7)
    teams.push(...hooks.map(({ team }) => team.id))
    cursor = next
  } while (cursor)
  return teams
}

/** Creates hooks unlike the first one in another team, and returns the team's id. */
async function addOddHooks(db: Db): Promise<string> {
  const teamId = (await addTeam(db, 'other-team')).id
  const first = await db.hook.findFirstOrThrow()
  const gone = await db.user.create({ data: { ...userRow('gone'), deleteAt: 1 } })
  const old = BigInt(Date.now() - 91 * dayMs)
  await db.hook.update({ where: { id: first.id }, data: { locked: true } })
  const odd = [
    { displayName: 'unused', createAt: old },
    { displayName: 'called lately', createAt: old, lastUsedAt: BigInt(Date.now() - 89 * dayMs) },
    { displayName: 'of somebody gone', userId: gone.id },
    { displayName: 'failing' },
    { displayName: 'free', locked: false },
    { displayName: 'disabled', disabledAt: 5n },
    { displayName: 'failed and deleted', deleteAt: 5n },
  ]
  const usual = { ...first, teamId, locked: true }
  const rows = odd.map(fields => ({ ...usual, ...fields, id: newId() }))
  await db.hook.createMany({ data: rows })
  const failing = rows.filter(({ displayName }) => displayName.startsWith('fail'))
  const settled = { teamId, settledAt: 1n, outcome: 'rejected', requestId: newId(), payload: '{}' }
  await db.delivery.createMany({ data: failing.map(({ id }) => ({ ...settled, id: newId(), hookId: id })) })
  return teamId
}
