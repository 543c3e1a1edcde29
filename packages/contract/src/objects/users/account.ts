import { z } from 'zod'
import { UserObject } from './user.js'

/** A user with the details that system administrators need. */
export const AccountOverview = UserObject.extend({
  teams: z
    .array(z.object({ id: z.string(), name: z.string(), display_name: z.string(), roles: z.string() }))
    .describe('The user’s active teams and roles in them.'),
  requested_email: z
    .string()
    .describe(
      'An e-mail address that the user asked for but another account has, or empty. Visible only to administrators.',
    ),
  live_hooks: z.number().describe('Number of the user’s hooks that are neither deleted nor disabled.'),
  live_sessions: z.number().describe('Number of active sessions, including the tokens of apps.'),
  last_activity_at: z.number().describe('Last use of an active session. 0 if there is none.'),
})
export type AccountOverview = z.infer<typeof AccountOverview>

/** A page of accounts. */
export const AccountPage = z.object({
  users: z.array(AccountOverview),
  next: z.string().describe('Cursor of the next page, or empty.'),
  total: z.number().describe('Total number of matches.'),
})

/** An account and its generated password, which is shown only this once. */
export const FirstPassword = z.object({
  user: UserObject,
  password: z.string().describe('Must be changed at the first login. Shown only this once.'),
})
export type FirstPassword = z.infer<typeof FirstPassword>

/** The result of one row of an imported file. */
export const ImportedRow = z.object({
  line: z.number().describe('Line at which the row ends. The first line is 1.'),
  username: z.string(),
  email: z.string(),
  user_id: z.string().describe('ID of the new user. Empty if none was created.'),
  password: z.string().describe('The first password, shown only this once. Empty if no user was created.'),
  reason: z.string().describe('Error ID if the row failed, else empty.'),
  message: z.string().describe('The error message.'),
})
export type ImportedRow = z.infer<typeof ImportedRow>

/** The result of one part of an imported file. */
export const ImportedUsers = z.object({
  rows: z.array(ImportedRow),
  total: z.number().describe('Number of rows in the file, without the header.'),
  next: z.number().nullable().describe('`skip` of the next call. Null at the end.'),
})
export type ImportedUsers = z.infer<typeof ImportedUsers>
