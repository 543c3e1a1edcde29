import { type Db, firstRun } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { z } from 'zod'
import { hashPassword } from './passwords/passwords.js'

const Account = z.object({ username: z.string(), email: z.string(), password: z.string() })

/** The credentials of the first accounts and hook. The database stores only digests, so they are shown once. */
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
 * Creates the first team, channels, users and hook in an empty database, after `writeDown` received the credentials
 * that cannot be read from it again. Does nothing if there are users.
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
