import type { RefusalRows } from './row.js'

/** Refusals about accounts and profiles. */
export const userRefusals = {
  no_such_user: {
    status: 404,
    message: "We couldn't find the user.",
  },
  no_mail: {
    status: 501,
    message:
      'This server sends no e-mails. An administrator must set SMTP_URL, MAIL_FROM, BASE_URL and SECRETS_KEY.',
  },
  own_mail_address: {
    status: 403,
    message: 'E-mails go only to addresses that an administrator has set. Ask one to set yours.',
  },
  no_push: {
    status: 501,
    message: 'This server sends no push notifications. An administrator must set SECRETS_KEY.',
  },
  bad_push_endpoint: {
    status: 400,
    message: 'The endpoint must be an https URL of a public push service, on port 443.',
  },
  signup_off: {
    status: 501,
    message: 'The creation of accounts has been disabled by the system admin.',
  },
  no_open_server: {
    status: 403,
    message: 'This server does not allow open signups. Ask a system admin to create the account.',
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
    message: 'Invalid password. It is too short, or longer than 64 characters.',
  },
  bad_username: {
    status: 400,
    message:
      'Invalid username. Use 1 to 64 characters of a-z, 0-9, dot, hyphen and underscore. Some names are reserved.',
  },
  bad_email: {
    status: 400,
    message: 'Invalid email. Use an address of at most 128 characters.',
  },
  bad_nickname: {
    status: 400,
    message:
      'Invalid nickname. Use at most 64 characters without invisible characters or text direction marks.',
  },
  bad_first_name: {
    status: 400,
    message:
      'Invalid first name. Use at most 64 characters without invisible characters or text direction marks.',
  },
  bad_last_name: {
    status: 400,
    message:
      'Invalid last name. Use at most 64 characters without invisible characters or text direction marks.',
  },
  bad_position: {
    status: 400,
    message:
      'Invalid position. Use at most 64 characters without invisible characters or text direction marks.',
  },
  bad_user_map: {
    status: 400,
    message: 'Invalid user parameter. notify_props and props can each have at most 4000 characters of JSON.',
  },
  not_your_password: {
    status: 403,
    message: 'Only the account owner can change the password this way.',
  },
  password_unchanged: {
    status: 400,
    message: 'This is the password that an administrator set. Choose another one.',
  },
  own_account: {
    status: 400,
    message: 'This is your own account. Ask another system admin to do it.',
  },
  bot_has_no_password: {
    status: 400,
    message: 'This account belongs to an app. Nobody can log in to it, so it has no password.',
  },
  bad_user_file: {
    status: 400,
    message: 'This file of users cannot be read. Correct the errors in detailed_error, and send it again.',
  },
  password_incorrect: {
    status: 400,
    message: 'The current password is incorrect.',
  },
  cannot_set_active: {
    status: 403,
    message: 'Only a system admin can activate accounts or deactivate those of others.',
  },
  still_active: {
    status: 409,
    message: 'This user is active. Deactivate the user first, so that all sessions end.',
  },
  owns_webhooks: {
    status: 409,
    message:
      'This user owns webhooks or applications. Transfer them first, or send delete_owned with true to delete them.',
  },
  other_username: {
    status: 400,
    message: 'The user name does not match. Type the name of the user whose data will be erased.',
  },
  bot_stays: {
    status: 400,
    message: 'This account belongs to an application or to Posthorn itself. Delete the application instead.',
  },
  last_admin: {
    status: 400,
    message: 'This is the last active system admin. Make somebody else a system admin first.',
  },
  no_such_preference: {
    status: 404,
    message: 'Preference not found. You have none with this name in this category.',
  },
  others_preferences: {
    status: 403,
    message: 'You can set only your own preferences. Each user_id must be your own.',
  },
  others_preferences_stay: {
    status: 403,
    message: 'You can delete only your own preferences. Each user_id must be your own.',
  },
  too_many_preferences: {
    status: 400,
    message: 'You have reached the maximum of 1000 preferences. Delete some before you save more.',
  },
  no_picture: {
    status: 400,
    message:
      'This image cannot be read. Send a JPEG, PNG, WebP, GIF or AVIF of at most 2 MiB. It needs fewer pixels if it is very large.',
  },
  picture_busy: {
    status: 503,
    retryAfterSeconds: 5,
    message: 'Too many pictures are being processed. Try again after the seconds in Retry-After.',
  },
} as const satisfies RefusalRows
