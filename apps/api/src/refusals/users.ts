import type { RefusalRows } from './row.js'

/** What is refused about accounts and profiles. */
export const userRefusals = {
  no_such_user: {
    status: 404,
    message: "We couldn't find the user.",
  },
  signup_off: {
    status: 501,
    message: 'The creation of accounts has been disabled by the system admin.',
  },
  no_open_server: {
    status: 403,
    message: 'This server does not allow open signups. A system admin can make the account.',
  },
  email_taken: {
    status: 400,
    message: 'An account with that email already exists.',
  },
  username_taken: {
    status: 400,
    message: 'An account with that username already exists.',
  },
  bad_password: {
    status: 400,
    message: 'The password is too short, or longer than 64 characters.',
  },
  bad_username: {
    status: 400,
    message:
      'Invalid username: 1 to 64 characters of a-z, 0-9, dot, hyphen and underscore, and none of the reserved names.',
  },
  bad_email: {
    status: 400,
    message: 'Invalid email: an address of at most 128 characters.',
  },
  bad_nickname: {
    status: 400,
    message: 'Invalid nickname: at most 64 characters, none of them invisible or a text direction mark.',
  },
  bad_first_name: {
    status: 400,
    message: 'Invalid first name: at most 64 characters, none of them invisible or a text direction mark.',
  },
  bad_last_name: {
    status: 400,
    message: 'Invalid last name: at most 64 characters, none of them invisible or a text direction mark.',
  },
  bad_position: {
    status: 400,
    message: 'Invalid position: at most 64 characters, none of them invisible or a text direction mark.',
  },
  bad_user_map: {
    status: 400,
    message: 'Invalid user parameter: notify_props and props have at most 4000 characters of JSON each.',
  },
  not_your_password: {
    status: 403,
    message: 'Only its owner changes a password this way.',
  },
  password_unchanged: {
    status: 400,
    message: 'This is the password that you were given. Choose another one.',
  },
  own_account: {
    status: 400,
    message: 'This is your own account. Have another system admin do it.',
  },
  bot_has_no_password: {
    status: 400,
    message: 'This is the account of an app, to which nobody logs in: it has no password.',
  },
  bad_user_file: {
    status: 400,
    message: 'This file of users cannot be read. Correct what detailed_error says, and send it again.',
  },
  password_incorrect: {
    status: 400,
    message: 'The current password is not right.',
  },
  cannot_set_active: {
    status: 403,
    message: 'Only a system admin may do this to somebody else, or activate an account.',
  },
  last_admin: {
    status: 400,
    message:
      'This is the last active system admin, who cannot be deactivated or lose the role. Make somebody else one first.',
  },
  no_such_preference: {
    status: 404,
    message: 'You have no preference of this name in this category.',
  },
  others_preferences: {
    status: 403,
    message: 'Everybody sets their own preferences only: each user_id has to be yours.',
  },
  others_preferences_stay: {
    status: 403,
    message: 'Everybody deletes their own preferences only: each user_id has to be yours.',
  },
  too_many_preferences: {
    status: 400,
    message: 'A user has at most 1000 preferences. Delete some before more are saved.',
  },
  no_picture: {
    status: 400,
    message:
      'This is no picture that can be read here: send a JPEG, PNG, WebP or GIF of at most 2 MiB and 25 megapixels.',
  },
  picture_busy: {
    status: 503,
    retryAfterSeconds: 5,
    message: 'Too many pictures are being read. Send it again after the seconds in Retry-After.',
  },
} as const satisfies RefusalRows
