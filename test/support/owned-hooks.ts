import { type Db, digest } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { userRow } from './user-row.js'

/** Creates a member of the team with so many hooks in the first hook's channel. Returns the hooks' keys. */
export async function createOwner(db: Db, username: string, hooks: number) {
  const first = await db.hook.findFirstOrThrow({ orderBy: { createAt: 'asc' } })
  const owner = await db.user.create({ data: userRow(username) })
  await db.teamMember.create({ data: { teamId: first.teamId, userId: owner.id, roles: 'team_user' } })
  const keys = Array.from({ length: hooks }, () => ({ id: newId(), key: newSecret() }))
  await db.hook.createMany({ data: keys.map(({ id }) => ({ ...first, id, userId: owner.id })) })
  await db.hookKey.createMany({
    data: keys.map(({ id, key }) => ({ digest: digest(key), hookId: id, createAt: 1 })),
  })
  return { id: owner.id, keys: keys.map(({ key }) => key), hookIds: keys.map(({ id }) => id) }
}
