import { createSession, type Db, openDb, saveSettings } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import type { Rig } from './rig.js'

/** What a caller's paths name, and the secrets of a member and an administrator. */
export type Scene = Awaited<ReturnType<typeof setScene>>

const json = { 'content-type': 'application/json' }
const dayMs = 86_400_000
/** Reached by nobody in a sweep. */
const unlimited = '9999999/60'

/** Creates a member's hooks and post in a database after its first start. */
export async function setScene({ urlOf }: Rig, databaseUrl: string) {
  const db = openDb(databaseUrl)
  const limit = (rate: string) => saveSettings(db, { ApiRate: rate, HookRate: unlimited })
  await saveSettings(db, { EnableOAuthServiceProvider: true })
  await limit(unlimited)
  const tokens = { member: await tokenOf(db, 'reader'), admin: await tokenOf(db, 'admin') }
  const { own, spare, neighbour, ids } = await populate(db, posting(urlOf('api'), tokens.member))
  return {
    tokens,
    key: keyIn(own.url),
    neighbour: `${urlOf('ingress')}/hooks/${keyIn(neighbour.url)}`,
    ids,
    /** Another hook of the member, which calls of API v3 may delete. */
    spare: spare.id,
    limit,
    /** Undoes what calls of a member may do: archiving, deleting and logging out. */
    restore: async () => {
      await db.channel.updateMany({ where: { id: ids.channel as string }, data: { deleteAt: 0 } })
      await db.hook.updateMany({ where: { id: spare.id }, data: { deleteAt: 0, disabledAt: 0 } })
      await db.user.updateMany({ data: { deleteAt: 0, mustChangePassword: false } })
      tokens.member = await tokenOf(db, 'reader')
      tokens.admin = await tokenOf(db, 'admin')
    },
    close: () => db.$disconnect(),
  }
}

type Post = <Made>(path: string, body: object) => Promise<Made>

/** Returns a function that makes a user's calls. */
function posting(api: string, token: string): Post {
  const headers = { ...json, authorization: `Bearer ${token}` }
  return async <Made>(path: string, body: object) => {
    const answer = await fetch(`${api}/api/v3${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Made
  }
}

/** Creates three hooks and a post. `ids`: the value of each parameter of a path. */
async function populate(db: Db, post: Post) {
  const { id: team } = await db.team.findFirstOrThrow()
  const { id: user } = await db.user.findUniqueOrThrow({ where: { username: 'reader' } })
  const { id: channel } = await db.channel.findFirstOrThrow({ where: { name: 'town-square' } })
  const hook = (name: string) => {
    const asked = { channel_id: channel, display_name: name, confirm: false }
    return post<{ id: string; url: string }>(`/teams/${team}/hooks/incoming/create`, asked)
  }
  const [own, spare, neighbour] = [await hook('own'), await hook('spare'), await hook('neighbour')]
  const message = { message: 'x', channel_id: channel }
  const made = await post<{ id: string }>(`/teams/${team}/channels/${channel}/posts/create`, message)
  const ids: Record<string, string> = {
    ...{ team, user, channel, hook: own.id, post: made.id },
    ...{ name: 'town-square', offset: '0', limit: '10', time: '0', username: 'reader', version: 'v10' },
    ...{ email: 'reader@localhost', category: 'theme', adapter: 'github', target: newId() },
    ...{ method: 'no.such', workspace: 'T0AAAA', webhook: 'B0AAAA', secret: newSecret(), '*': 'x' },
  }
  return { own, spare, neighbour, ids }
}

function keyIn(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

async function tokenOf(db: Db, username: string): Promise<string> {
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { username } })
  const [token, nowMs] = [newSecret(), Date.now()]
  await createSession(db, { id: newId(), token, userId, nowMs, expiresAt: nowMs + dayMs })
  return token
}
