import type { Db } from '../connection/open.js'
import type { Prisma } from '../generated/client.js'
import type { UserChanges } from './users.js'

/** Whether a change takes the system's administration from its account, if it has it. */
export function endsAdmin({ roles, deleteAt = 0 }: UserChanges): boolean {
  return deleteAt > 0 || (roles !== undefined && !roles.split(' ').includes('system_admin'))
}

/**
 * Makes a change that ends the administration of account `id`, unless nobody else who is active administers the system.
 * The administrators' rows are locked first: of two who demote each other at once one stays.
 * @returns undefined when nothing was changed
 */
export function unlessLastAdmin<Changed>(
  db: Db,
  id: string,
  change: (locked: Prisma.TransactionClient) => Promise<Changed>,
): Promise<Changed | undefined> {
  return db.$transaction(async locked => {
    const admins = await locked.$queryRaw<{ id: string }[]>`
      SELECT id FROM users WHERE 'system_admin' = ANY (string_to_array(roles, ' ')) AND delete_at = 0
      ORDER BY id FOR NO KEY UPDATE`
    return admins.length === 1 && admins[0]?.id === id ? undefined : change(locked)
  })
}
