import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { bulkExport, hooksCsv, inLines } from './mattermost-export.js'
import { startCli } from './start-cli.js'

/** Starts a server that deletes posts after 30 days and has small teams. */
async function start() {
  const cli = await startCli()
  writeFileSync(join(cli.home, 'export.jsonl'), inLines(bulkExport))
  const { admin } = await cli.callers('admin')
  /** Resolves when the server that the command line calls has the settings in force, which `PostDays` shows. */
  const allow = async (MaxUsersPerTeam: number, PostDays: number, MaxChannelsPerTeam = 2000) => {
    await admin.client.saveConfig({
      body: { TeamSettings: { MaxUsersPerTeam, MaxChannelsPerTeam }, DataRetentionSettings: { PostDays } },
    })
    const headers = { authorization: `Bearer ${cli.loggedIn.POSTHORN_TOKEN}` }
    const retention = `${cli.serverUrl}/api/v3/teams/${cli.teamId}/retention`
    await eventually(async () => {
      const { inherited_days } = (await (await fetch(retention, { headers })).json()) as {
        inherited_days: number
      }
      expect(inherited_days).toBe(PostDays)
    })
  }
  const foresee = async (...more: string[]) => {
    const dry = ['import', 'mattermost', 'export.jsonl', '--dry-run', '--quiet', ...more]
    const { stderr } = await cli.posthorn(dry)
    const { warnings } = JSON.parse(readFileSync(join(cli.home, 'import-mattermost.json'), 'utf8'))
    expect(stderr).toBe(warnings.map((text: string) => `Warning: ${text}\n`).join(''))
    return warnings
  }
  return { ...cli, admin, allow, foresee }
}

const full = (members: number, most: number) =>
  `The team harbour would have ${members} members, but MaxUsersPerTeam is ${most}. Raise it, or ${members - most} of them are left out.`

test('a dry run warns of full teams and of posts that the server would delete soon', async () => {
  const { allow, foresee, posthorn, db } = await start()
  await allow(3, 30)
  const foreseen = await foresee()
  expect(foreseen).toEqual([full(4, 3), expect.stringMatching(/^7 posts are older .*PostDays/)])
  await posthorn(['import', 'mattermost', 'export.jsonl'])
  expect(await db.teamMember.count({ where: { team: { name: 'harbour' } } })).toBe(3)
  expect(await foresee()).toEqual(foreseen)
  await allow(4, 36_000)
  expect(await foresee()).toEqual([])
})

test('a dry run counts the members of a team that exists, and follows its retention and that of its channels', async () => {
  const { allow, foresee, admin, db } = await start()
  await allow(4, 30)
  const { id: team } = await admin.client.createTeam({
    body: { name: 'harbour', display_name: 'Harbour', type: 'I' },
  })
  const { id: userId } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  await db.teamMember.create({ data: { teamId: team, userId, roles: 'team_user' } })
  const data = { createAt: 1, updateAt: 1, teamId: team, type: 'P', displayName: 'Ops', creatorId: userId }
  const { id: channelId } = await db.channel.create({ data: { ...data, id: newId(), name: 'ops' } })
  expect(await foresee()).toEqual([full(5, 4), expect.stringMatching(/^7 posts /)])
  await admin.client.setTeamRetention({ params: { team }, body: { days: 0 } })
  expect(await foresee()).toEqual([full(5, 4), expect.stringMatching(/^1 posts /)]) // in a direct channel
  await db.channel.update({ where: { id: channelId }, data: { postDays: 7 } })
  expect(await foresee()).toEqual([full(5, 4), expect.stringMatching(/^7 posts /)])
})

test('a dry run warns of teams that would get too many channels, whether they exist or not', async () => {
  const { allow, foresee, admin, posthorn, db } = await start()
  await allow(50, 36_000, 2)
  const tooMany = expect.stringMatching(
    /^The team harbour would have (\d+) channels, but MaxChannelsPerTeam is 2\. Raise it, or \d+ of them/,
  )
  const foreseen = await foresee()
  expect(foreseen).toEqual([tooMany])
  const { id: teamId } = await admin.client.createTeam({
    body: { name: 'harbour', display_name: 'Harbour', type: 'I' },
  })
  expect(await foresee()).toEqual(foreseen)
  const total = Number(/have (\d+) channels/.exec(foreseen[0])?.[1])
  await allow(50, 36_001, total)
  expect(await foresee()).toEqual([])
  await posthorn(['import', 'mattermost', 'export.jsonl'])
  expect(await db.channel.count({ where: { teamId, deleteAt: 0 } })).toBe(total)
  await allow(50, 36_002, 2)
  expect(await foresee()).toEqual([])
})

test('a dry run warns of users and teams that would get too many webhooks', async () => {
  const { admin, allow, foresee, home } = await start()
  writeFileSync(join(home, 'hooks.csv'), `${hooksCsv}${'y'.repeat(26)},1,Another,,f,ada,ops,harbour\n`)
  await admin.client.saveConfig({ body: { ServiceSettings: { MaxHooksPerOwner: 1, MaxHooksPerTeam: 1 } } })
  await allow(50, 36_000)
  expect(await foresee('--hooks', 'hooks.csv')).toEqual([
    'The team harbour would get 2 webhooks, but MaxHooksPerTeam is 1. Raise it, or 1 of them are left out.',
    'A user would get 2 webhooks, but MaxHooksPerOwner is 1. Raise it, or 1 of them are left out.',
  ])
})
