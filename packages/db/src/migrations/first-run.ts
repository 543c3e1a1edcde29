import { readFile } from 'node:fs/promises'
import type { Db } from '../connection/open.js'
import { digest } from '../digest.js'
import { systemUserId } from '../users/system-user.js'

/** The accounts, channels and hook of prisma/first-run.json that a new installation starts with. */
type FirstRunFile = {
  team: { name: string; displayName: string }
  channels: { name: string; displayName: string; purpose: string }[]
  admin: { username: string; email: string }
  user: { username: string; email: string }
  hook: { displayName: string; description: string; channel: string }
}

/** Inputs from outside: randomness, time and hashing. */
export type SeedInput = {
  nowMs: number
  newId: () => string
  /** The hook's secret, of which the database stores only the digest. */
  hookKey: string
  passwordHashes: { admin: string; user: string }
  /** Whether the hook responds only once the outcome is known. */
  hookConfirm: boolean
}

/** The created objects, by the names that people use. */
export type SeedResult = {
  team: string
  admin: { username: string; email: string }
  user: { username: string; email: string }
  hookId: string
}

/** Any number that none of our other locks uses. Only one first run can proceed at a time. */
const firstRunLock = 70_110_001
/** Replaces Prisma's five seconds, because the disk that `writeDown` uses may be slow. */
const timeoutMs = 30_000

/**
 * Fills an empty database. Does nothing if there are users other than the system's own, or if another process is
 * faster. Passes secrets that are shown only once to `writeDown` before it stores anything: a crash in between
 * loses nothing, whereas the opposite order would lose the key.
 */
export async function firstRun(
  db: Db,
  means: SeedInput,
  writeDown: (made: SeedResult) => Promise<void>,
): Promise<void> {
  const first = await readFirstRun()
  await db.$transaction(
    async locked => {
      await locked.$executeRaw`SELECT pg_advisory_xact_lock(${firstRunLock}::bigint)`
      if ((await locked.user.count({ where: { id: { not: systemUserId } } })) > 0) return
      const { users, team, teamMembers, channels, channelMembers, hook } = rowsOf(first, means)
      await writeDown({ team: team.name, admin: first.admin, user: first.user, hookId: hook.id })
      await locked.user.createMany({ data: users })
      await locked.team.create({ data: team })
      await locked.teamMember.createMany({ data: teamMembers })
      await locked.channel.createMany({ data: channels })
      await locked.channelMember.createMany({ data: channelMembers })
      await locked.hook.create({ data: hook })
    },
    { timeout: timeoutMs, maxWait: timeoutMs },
  )
}

function rowsOf(first: FirstRunFile, { nowMs, newId, passwordHashes, ...means }: SeedInput) {
  const [teamId, adminId, userId] = [newId(), newId(), newId()]
  const stamps = { createAt: nowMs, updateAt: nowMs }
  const ofTeam = { ...stamps, teamId, type: 'O', creatorId: adminId }
  const channels = first.channels.map(channel => ({ id: newId(), ...channel, ...ofTeam }))
  const users = [
    { id: adminId, ...first.admin, passwordHash: passwordHashes.admin, roles: 'system_admin system_user' },
    { id: userId, ...first.user, passwordHash: passwordHashes.user, roles: 'system_user' },
  ]
  return {
    users: users.map(user => ({ ...user, ...stamps, emailVerified: true })),
    team: { id: teamId, ...first.team, ...stamps, inviteId: newId(), creatorId: adminId },
    teamMembers: [
      { teamId, userId: adminId, roles: 'team_user team_admin' },
      { teamId, userId },
    ],
    channels,
    channelMembers: users.flatMap(user => channels.map(({ id }) => ({ channelId: id, userId: user.id }))),
    hook: { ...stamps, teamId, userId: adminId, ...hookOf(first, channels, { nowMs, newId, ...means }) },
  }
}

function hookOf(
  { hook }: FirstRunFile,
  channels: { id: string; name: string }[],
  { nowMs, newId, hookKey, hookConfirm }: Omit<SeedInput, 'passwordHashes'>,
) {
  const target = channels.find(({ name }) => name === hook.channel)
  if (!target)
    throw new Error(
      `prisma/first-run.json: the hook's channel ${hook.channel} is missing from the list of channels`,
    )
  return {
    id: newId(),
    channelId: target.id,
    displayName: hook.displayName,
    description: hook.description,
    confirm: hookConfirm,
    keys: { create: { digest: digest(hookKey), createAt: nowMs } },
  }
}

async function readFirstRun(): Promise<FirstRunFile> {
  const file = new URL('../../../../prisma/first-run.json', import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as FirstRunFile
}
