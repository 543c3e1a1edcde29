import { readFile } from 'node:fs/promises'
import type { Db } from './open.js'
import { digest } from './sessions.js'
import { systemUserId } from './system-user.js'

/** The accounts, channels and hook of prisma/first-run.json: what a new Posthorn begins with. */
export type FirstRun = {
  team: { name: string; displayName: string }
  channels: { name: string; displayName: string; purpose: string }[]
  admin: { username: string; email: string }
  user: { username: string; email: string }
  hook: { displayName: string; description: string; channel: string }
}

/** What has to come from outside: dice, time and hashing. */
export type Means = {
  nowMs: number
  newId: () => string
  /** The hook's secret, of which the database gets the digest only. */
  hookKey: string
  passwordHashes: { admin: string; user: string }
  /** Whether the hook holds its answers until the outcome. */
  hookConfirm: boolean
}

/** What was made, by the names that people use. */
export type Made = {
  team: string
  admin: { username: string; email: string }
  user: { username: string; email: string }
  hookId: string
}

/**
 * Fill an empty database; nothing is done when there are users already, besides the system's own. What is shown only once is handed to
 * `writeDown` before anything is stored: a crash in between costs nothing, the other way round it would cost the key.
 */
export async function firstRun(
  db: Db,
  means: Means,
  writeDown: (made: Made) => Promise<void>,
): Promise<void> {
  const { nowMs, newId, hookKey, passwordHashes, hookConfirm } = means
  if ((await db.user.count({ where: { id: { not: systemUserId } } })) > 0) return
  const first = await readFirstRun()
  const [teamId, adminId, userId, hookId] = [newId(), newId(), newId(), newId()]
  const stamps = { createAt: nowMs, updateAt: nowMs }
  const channels = first.channels.map(channel => ({
    id: newId(),
    ...channel,
    ...stamps,
    teamId,
    type: 'O',
    creatorId: adminId,
  }))
  const target = channels.find(({ name }) => name === first.hook.channel)
  if (!target)
    throw new Error(
      `prisma/first-run.json: the hook's channel ${first.hook.channel} is not among the channels`,
    )
  const people = [
    { id: adminId, ...first.admin, passwordHash: passwordHashes.admin, roles: 'system_admin system_user' },
    { id: userId, ...first.user, passwordHash: passwordHashes.user, roles: 'system_user' },
  ]
  await writeDown({ team: first.team.name, admin: first.admin, user: first.user, hookId })
  const memberships = people.flatMap(({ id }) =>
    channels.map(channel => ({ channelId: channel.id, userId: id })),
  )
  await db.$transaction([
    db.user.createMany({ data: people.map(person => ({ ...person, ...stamps, emailVerified: true })) }),
    db.team.create({ data: { id: teamId, ...first.team, ...stamps, inviteId: newId() } }),
    db.teamMember.createMany({
      data: [
        { teamId, userId: adminId, roles: 'team_user team_admin' },
        { teamId, userId },
      ],
    }),
    db.channel.createMany({ data: channels }),
    db.channelMember.createMany({ data: memberships }),
    db.hook.create({
      data: {
        id: hookId,
        ...stamps,
        userId: adminId,
        channelId: target.id,
        teamId,
        displayName: first.hook.displayName,
        description: first.hook.description,
        confirm: hookConfirm,
        keys: { create: { digest: digest(hookKey), createAt: nowMs } },
      },
    }),
  ])
}

async function readFirstRun(): Promise<FirstRun> {
  const file = new URL('../../../prisma/first-run.json', import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as FirstRun
}
