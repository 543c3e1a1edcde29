import type { Db } from '../connection/open.js'
import { type InTransaction, inTransactionOf } from '../connection/transaction.js'
import { Prisma } from '../generated/client.js'
import { isBotOf } from './app-owners.js'
import type { UserChanges } from './users.js'

/** Whether a change would remove the system administrator role from its account. */
export function endsAdmin({ roles, deleteAt = 0 }: UserChanges): boolean {
  return deleteAt > 0 || (roles !== undefined && !roles.split(' ').includes('system_admin'))
}

/**
 * Makes a change that removes account `id` as an administrator, unless it is the last active one.
 * Locks the rows of the administrators, the account and its bots first, so if two demote each other at once, one stays.
 * @returns undefined if nothing was changed
 */
export function unlessLastAdmin<Changed>(
  db: Db,
  id: string,
  change: (locked: InTransaction) => Promise<Changed>,
): Promise<Changed | undefined> {
  return inTransactionOf(db, id, async locked => {
    const rows = await locked.$queryRaw<{ id: string; is_admin: boolean }[]>`
      SELECT id, ${isActiveAdmin} AS is_admin FROM users WHERE id = ${id} OR ${isActiveAdmin} OR ${isBotOf(id)}
      ORDER BY id FOR NO KEY UPDATE`
    const admins = rows.filter(row => row.is_admin)
    return admins.length === 1 && admins[0]?.id === id ? undefined : change(locked)
  })
}

const isActiveAdmin = Prisma.sql`('system_admin' = ANY (string_to_array(roles, ' ')) AND delete_at = 0)`
