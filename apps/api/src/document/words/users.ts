import type { Refusal } from '@posthorn/server'
import { z } from 'zod'
import { Id } from '../../parameters.js'
import type { CallWords } from '../call-words.js'

const inProfile: Refusal[] = [
  'bad_username',
  'bad_email',
  'bad_nickname',
  'bad_first_name',
  'bad_last_name',
  'bad_position',
  'bad_user_map',
  'username_taken',
  'email_taken',
]

const userName = z
  .string()
  .describe(
    '1 to 64 characters of a-z, 0-9, dot, hyphen and underscore; not admin, webhook, all and their like, however they are spelled.',
  )
const email = z.string().max(128)
const profile = {
  nickname: z.string().max(64).optional(),
  first_name: z.string().max(64).optional(),
  last_name: z.string().max(64).optional(),
  position: z.string().max(64).optional(),
  locale: z.string().max(5).optional(),
  notify_props: z
    .record(z.string(), z.string())
    .optional()
    .describe('What the user is told of: at most 4000 characters of JSON.'),
  props: z.record(z.string(), z.string()).optional().describe('At most 4000 characters of JSON.'),
}

const Account = z.object({ username: userName, email, password: z.string().min(5).max(64), ...profile })
const Changes = z.object({ id: Id, username: userName.optional(), email: email.optional(), ...profile })
const Notify = z
  .object({ user_id: Id })
  .catchall(z.string())
  .describe('The notification settings that change, as texts, beside the user.')
const Active = z.object({ user_id: Id, active: z.enum(['true', 'false']).describe('A text, not a boolean.') })
const Roles = z.object({ new_roles: z.enum(['system_user', 'system_admin system_user']) })
const Password = z.object({
  user_id: Id,
  current_password: z.string().min(1),
  new_password: z.string().min(5).max(64),
})

/** Of one's own user, and of others. */
export const userWords = {
  'POST /users/create': {
    tag: 'Users',
    summary: 'Create an account',
    description:
      'For system administrators, and for anybody where EnableOpenServer is on. The new user administers nothing: the first ' +
      'administrator is made with the database, further ones by another.',
    answer: 'The new user.',
    open: 'either',
    body: Account,
    refusals: [...inProfile, 'bad_password', 'signup_off', 'no_open_server', 'login_busy'],
  },
  'GET /users/me': { tag: 'Users', summary: 'Who am I', answer: 'The caller.', etag: true },
  'GET /users/{user}/get': {
    tag: 'Users',
    summary: 'A user by id',
    answer: 'The profile, as far as the caller may see it.',
    refusals: ['no_such_user'],
  },
  'GET /users/name/{username}': {
    tag: 'Users',
    summary: 'A user by user name',
    answer: 'The profile, as far as the caller may see it.',
    refusals: ['no_such_user'],
  },
  'GET /users/{offset}/{limit}': {
    tag: 'Users',
    summary: 'A page of all users',
    description: 'By user name; at most 1000 at once.',
    answer: 'Profiles by id.',
  },
  'POST /users/update': {
    tag: 'Users',
    summary: 'Change a user',
    description: 'One’s own; anybody’s for a system administrator. What is absent stays.',
    answer: 'The user as changed.',
    body: Changes,
    refusals: [...inProfile, 'no_permission_api', 'no_such_user'],
  },
  'POST /users/update_notify': {
    tag: 'Users',
    summary: 'Change what a user is told of',
    answer: 'The user as changed.',
    body: Notify,
    refusals: [...inProfile, 'no_permission_api', 'no_such_user'],
  },
  'POST /users/update_active': {
    tag: 'Users',
    summary: 'Deactivate a user, or activate one again',
    description:
      'Everybody may leave, but the last system administrator; all else is for system administrators. Deactivating ends ' +
      'every session of the user.',
    answer: 'The user as changed.',
    body: Active,
    refusals: [...inProfile, 'cannot_set_active', 'no_such_user', 'last_admin'],
  },
  'POST /users/{user}/update_roles': {
    tag: 'Users',
    summary: 'Give a user the roles of the system',
    description: 'For system administrators. The last one who is active keeps the role.',
    answer: 'Done.',
    body: Roles,
    refusals: [...inProfile, 'no_permission_api', 'no_such_user', 'last_admin'],
  },
  'POST /users/newpassword': {
    tag: 'Users',
    summary: 'Change one’s password',
    description: 'Every other session of the caller ends. Wrong guesses count as failed logins.',
    answer: 'Done.',
    body: Password,
    refusals: [
      'not_your_password',
      'password_incorrect',
      'bad_password',
      'too_many_attempts',
      'login_closed',
      'login_busy',
    ],
  },
} satisfies Record<string, CallWords>
