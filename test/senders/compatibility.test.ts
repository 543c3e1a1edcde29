import { readFileSync } from 'node:fs'
import { directChannels, directName, saveSettings } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { userRow } from '../support/user-row.js'
import { startWorld, type World } from '../support/world.js'
import type { Case } from './cases/case.js'
import { cases } from './cases/index.js'
import { type Call, observe } from './observe.js'

test('rows of docs/compatibility.md and cases match in key, verdict, status and error id', () => {
  const documented = rows().map(({ key, verdict }) => `${key}: ${verdict}`)
  const tested = Object.entries(cases).map(([key, { verdict }]) => `${key}: ${verdict}`)
  expect(documented.toSorted()).toEqual(tested.toSorted())
  for (const { key, cells } of rows()) {
    expect([key, cells.length, cells.includes('')]).toEqual([key, 4, false])
    for (const words of cases[key]?.says ?? []) expect(`${key}: ${cells.at(-1)}`).toContain(words)
  }
})

test.each([
  ['may not', false],
  ['may', true],
])(
  'every row of docs/compatibility.md holds if senders %s choose their name and icon',
  async (_, overriding) => {
    const chosen = Object.entries(cases).filter(([, one]) => (one.overriding ?? false) === overriding)
    const world = await startWorld({ workerLater: true })
    const fill = await seed(world)
    await saveSettings(world.db, {
      EnablePostUsernameOverride: overriding,
      EnablePostIconOverride: overriding,
    })
    await world.work()
    const seen = await observe(
      world,
      chosen.map(([, { call }]) => fill(call)),
    )
    const broken = chosen.flatMap(([key, one], index) =>
      brokenBy(key, one, seen[index] as (typeof seen)[number]),
    )
    expect(broken).toEqual([])
  },
)

function brokenBy(key: string, { check }: Case, seen: Parameters<Case['check']>[0]): string[] {
  try {
    check(seen)
    return []
  } catch (error) {
    return [
      `${key}: ${error instanceof Error ? error.message : error}\nseen: ${JSON.stringify(seen).slice(0, 1000)}`,
    ]
  }
}

/** Creates a private channel that the hook's creator cannot read and a direct one that they can. Replaces placeholders by ids. */
async function seed({ db, channelNamed }: World): Promise<(call: Call) => Call> {
  const { teamId, userId } = await db.hook.findFirstOrThrow()
  const reader = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const stranger = userRow('stranger')
  await db.user.create({ data: stranger })
  await db.user.update({ where: { id: userId }, data: { roles: 'system_user' } })
  const secret = {
    id: newId(),
    teamId,
    name: 'secret',
    displayName: 'Secret',
    type: 'P',
    creatorId: stranger.id,
  }
  await db.channel.create({ data: { ...secret, createAt: 1, updateAt: 1 } })
  const pair = { userId, otherId: reader.id }
  await directChannels(db, [pair], Date.now())
  const builds = await channelNamed('builds')
  return call =>
    typeof call.body !== 'string'
      ? call
      : { ...call, body: call.body.replace('<DIRECT>', directName(pair)).replace('<BUILDS>', builds.id) }
}

type Row = { key: string; cells: string[]; verdict: string | undefined }

/** Returns the rows of the document's tables: a key in code, then four cells, of which the last begins with the verdict. */
function rows(): Row[] {
  const page = readFileSync(new URL('../../docs/compatibility.md', import.meta.url), 'utf8')
  return page.split('\n').flatMap(line => {
    const [, key] = /^\| `([\w.]+)` +\|/.exec(line) ?? []
    if (key === undefined) return []
    const [, ...cells] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map(cell => cell.trim())
    return [{ key, cells, verdict: /^\*\*(.+?)\*\*/.exec(cells.at(-1) ?? '')?.[1] }]
  })
}
