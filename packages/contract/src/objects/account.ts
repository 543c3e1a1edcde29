import { z } from 'zod'
import { UserObject } from './user.js'

/** A user as a system administrator sees to them. */
export const AccountOverview = UserObject.extend({
  teams: z
    .array(z.object({ id: z.string(), name: z.string(), display_name: z.string(), roles: z.string() }))
    .describe('The live teams that they are in, and as what.'),
  requested_email: z
    .string()
    .describe(
      'An address that they asked for and another account has, which only administrators are told; or empty.',
    ),
  live_hooks: z.number().describe('Hooks of theirs that are neither deleted nor disabled.'),
  live_sessions: z.number().describe('Where they are logged in, the tokens of apps included.'),
  last_activity_at: z
    .number()
    .describe('When a live session of theirs was used last; 0 where they have none.'),
})
export type AccountOverview = z.infer<typeof AccountOverview>

/** What a search for accounts finds. */
export const AccountPage = z.object({
  users: z.array(AccountOverview),
  next: z.string().describe('The cursor of the page after this one, or empty.'),
  total: z.number().describe('How many match in all.'),
})

/** An account and a password that somebody else chose for it, shown this once. */
export const FirstPassword = z.object({
  user: UserObject,
  password: z.string().describe('To be changed at the first login; it is shown this once.'),
})
export type FirstPassword = z.infer<typeof FirstPassword>

/** What became of a row of a file of users. */
export const ImportedRow = z.object({
  line: z.number().describe('Of the file, where the row ends; the first is 1.'),
  username: z.string(),
  email: z.string(),
  user_id: z.string().describe('Of the new user; empty where none was made.'),
  password: z.string().describe('The first password, shown this once; empty where none was made.'),
  reason: z.string().describe('The id of the error why none was made; else empty.'),
  message: z.string().describe('The same in words.'),
})
export type ImportedRow = z.infer<typeof ImportedRow>

/** What became of a part of a file of users. */
export const ImportedUsers = z.object({
  rows: z.array(ImportedRow),
  total: z.number().describe('How many rows the file has, its head not counted.'),
  next: z.number().nullable().describe('The `skip` of the call that goes on; null at the end.'),
})
export type ImportedUsers = z.infer<typeof ImportedUsers>
