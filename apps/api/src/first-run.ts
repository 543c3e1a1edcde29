import { type Db, firstRun } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { z } from 'zod'
import { hashPassword } from './passwords/passwords.js'

const Account = z.object({ username: z.string(), email: z.string(), password: z.string() })

/** How to log in and where to post. The database keeps digests only: this is shown once. */
export const ShownOnce = z.object({
  base_url: z.string(),
  team: z.string(),
  admin: Account,
  user: Account,
  hook: z.object({ id: z.string(), url: z.string() }),
})
export type ShownOnce = z.infer<typeof ShownOnce>

type Wanted = { baseUrl: string; adminPassword: string | undefined; hookConfirm: boolean }

/**
 * Makes the first team, channels, users and hook in an empty database, after `writeDown` was handed what cannot be
 * read from it again. Does nothing when there are users already.
 */
export async function makeFirstRun(
  db: Db,
  { baseUrl, adminPassword = newSecret(), hookConfirm }: Wanted,
  writeDown: (shown: ShownOnce) => Promise<void>,
): Promise<void> {
  const [userPassword, hookKey] = [newSecret(), newSecret()]
  const [admin, user] = await Promise.all([hashPassword(adminPassword), hashPassword(userPassword)])
  const means = { nowMs: Date.now(), newId, hookKey, passwordHashes: { admin, user }, hookConfirm }
  await firstRun(db, means, made =>
    writeDown({
      base_url: baseUrl,
      team: made.team,
      admin: { ...made.admin, password: adminPassword },
      user: { ...made.user, password: userPassword },
      hook: { id: made.hookId, url: `${baseUrl}/hooks/${hookKey}` },
    }),
  )
}
