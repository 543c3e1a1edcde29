import { createSession, type Db, digest, directChannels } from '@posthorn/db'
import { idOf } from './names.js'

type Person = { name: string; inTeam: boolean; teamLeftAt?: number; deleteAt?: number }
type Channel = { name: string; by: string; type?: 'P'; team?: 'team-two'; members?: []; deleteAt?: number }
type Hook = { name: string; by: string; channel: string; locked?: true; deleteAt?: number }

const nowMs = Date.now()
const stamps = { createAt: nowMs, updateAt: nowMs }
const gone = { deleteAt: nowMs }

/** The users besides `admin`, which always exists. */
const people: Person[] = [
  { name: 'alice', inTeam: true },
  { name: 'bob', inTeam: true },
  { name: 'carol', inTeam: false },
  { name: 'dora', inTeam: true, ...gone },
  { name: 'eve', inTeam: true },
  { name: 'frank', inTeam: true, teamLeftAt: nowMs },
  { name: 'lockme', inTeam: false },
]

/** A channel's creator is its only member unless stated otherwise. */
const channels: Channel[] = [
  { name: 'town-square', by: 'admin' },
  { name: 'off-topic', by: 'admin' },
  { name: 'builds', by: 'admin' },
  { name: 'pubnotmember', by: 'bob' },
  { name: 'secret', by: 'bob', type: 'P' },
  { name: 'secret2', by: 'admin', type: 'P' },
  { name: 'alicepriv', by: 'alice', type: 'P' },
  { name: 'oldchan', by: 'admin', ...gone },
  { name: 'elsewhere', by: 'admin', team: 'team-two' },
  { name: 'evepriv', by: 'eve', type: 'P', members: [] },
  { name: 'evepub', by: 'eve', members: [] },
]

const hooks: Hook[] = [
  { name: 'admin', by: 'admin', channel: 'builds' },
  { name: 'adminuser', by: 'admin', channel: 'builds' },
  { name: 'adminsecret2', by: 'admin', channel: 'secret2' },
  { name: 'alice', by: 'alice', channel: 'builds' },
  { name: 'locked', by: 'admin', channel: 'builds', locked: true },
  { name: 'todelete', by: 'admin', channel: 'builds', ...gone },
  { name: 'h_delchan', by: 'admin', channel: 'oldchan', ...gone }, // archiving a channel deletes its hooks (docs/behaviour.md, targets)
  { name: 'h_deactivated', by: 'dora', channel: 'builds' },
  { name: 'h_leftprivate', by: 'eve', channel: 'evepriv' },
  { name: 'h_leftpublic', by: 'eve', channel: 'evepub' },
  { name: 'h_leftteam', by: 'frank', channel: 'builds' },
]

const teams = [
  { name: 'team-one', displayName: 'Team One' },
  { name: 'team-two', displayName: 'Team Two' },
]

/** Creates the users, teams, channels and hooks of the cases, in addition to those of every world. */
export async function seed(db: Db, passwordHash = ''): Promise<void> {
  await makePeople(db, passwordHash)
  await makeTeams(db)
  await makeChannels(db)
  await makeHooks(db)
}

async function makePeople(db: Db, passwordHash: string): Promise<void> {
  const admin = idOf('user', 'admin')
  const password = { passwordHash, lastPasswordUpdate: nowMs, emailVerified: false }
  await db.user.update({
    where: { username: 'admin' },
    data: { id: admin, email: 'admin@example.com', ...password },
  })
  await db.user.createMany({
    data: people.map(({ name, deleteAt = 0 }) => {
      const id = idOf('user', name)
      return { id, username: name, email: `${name}@example.com`, ...password, deleteAt, ...stamps }
    }),
  })
  const session = { id: idOf('token', 'session'), token: idOf('token', 'admin') }
  await createSession(db, { ...session, userId: admin, nowMs, expiresAt: nowMs + 3_600_000 })
}

async function makeTeams(db: Db): Promise<void> {
  await db.team.createMany({
    data: teams.map(team => ({ id: idOf('team', team.name), ...team, ...stamps })),
  })
  const members = people.filter(({ inTeam }) => inTeam)
  await db.teamMember.createMany({
    data: [{ name: 'admin', teamLeftAt: 0 }, ...members].map(({ name, teamLeftAt = 0 }) => {
      return { teamId: idOf('team', 'team-one'), userId: idOf('user', name), deleteAt: teamLeftAt }
    }),
  })
}

async function makeChannels(db: Db): Promise<void> {
  await db.channel.createMany({
    data: channels.map(({ name, by, type = 'O', team = 'team-one', deleteAt = 0 }) => {
      const ids = { id: idOf('channel', name), teamId: idOf('team', team), creatorId: idOf('user', by) }
      return { ...ids, type, name, displayName: name, deleteAt, ...stamps }
    }),
  })
  await db.channelMember.createMany({
    data: channels.flatMap(({ name, by, members = [by] }) =>
      members.map(member => ({ channelId: idOf('channel', name), userId: idOf('user', member) })),
    ),
  })
  await directChannels(db, [{ userId: idOf('user', 'admin'), otherId: idOf('user', 'alice') }], nowMs)
}

async function makeHooks(db: Db): Promise<void> {
  await db.hook.createMany({
    data: hooks.map(({ name, by, channel, locked = false, deleteAt = 0 }) => {
      const ids = { id: idOf('hook', name), userId: idOf('user', by), channelId: idOf('channel', channel) }
      const teamId = idOf('team', 'team-one')
      return {
        ...ids,
        teamId,
        displayName: `disp ${name}`,
        description: `desc ${name}`,
        locked,
        confirm: false,
        deleteAt,
        ...stamps,
      }
    }),
  })
  await db.hookKey.createMany({
    data: hooks.map(({ name }) => {
      return { digest: digest(idOf('key', name)), hookId: idOf('hook', name), createAt: nowMs }
    }),
  })
}
