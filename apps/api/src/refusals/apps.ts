import { appLimits } from '@posthorn/contract'
import type { RefusalRows } from './row.js'

/** Refusals about apps. */
export const appRefusals = {
  oauth_off: {
    status: 501,
    message: 'The system admin has turned off OAuth2 Service Provider.',
  },
  register_off: {
    status: 501,
    message: 'The system admin has turned off OAuth2 Service Provider.',
  },
  too_many_apps: {
    status: 400,
    message: `You have registered ${appLimits.mostPerUser} apps, which is the maximum per user. Delete one that is no longer used.`,
  },
  tokens_off: {
    status: 501,
    message: 'The system admin has turned off OAuth2 Service Provider.',
  },
  bad_client: {
    status: 400,
    message: 'Invalid client_id. Send the one that the app received when it was registered.',
  },
  no_base_url: {
    status: 421,
    message:
      'OAuth is not available under this host name. Set the environment variable BASE_URL to the address that people use, and restart.',
  },
  malformed_redirect: {
    status: 400,
    message:
      'Invalid redirect_uri. Use an http or https address without a user, with a port of at most 65535.',
  },
  no_redirect: {
    status: 400,
    message:
      "The app did not send redirect_uri, so we cannot send you back to it. Contact the app's developer.",
  },
  bad_redirect: {
    status: 400,
    message:
      'This redirect_uri is not registered for the app. Use exactly one of the registered callback URLs.',
  },
  bad_authorization: {
    status: 400,
    message: 'The app requested something that this server does not support.',
  },
  only_admins_register_apps: {
    status: 403,
    message: 'Integrations have been limited to admins only. Ask a system admin.',
  },
  no_such_app: {
    status: 404,
    message: "We couldn't find the requested app.",
  },
  app_suspended: {
    status: 403,
    message:
      "This app is suspended because its owner's account is deactivated. Ask a system admin to take it over.",
  },
  not_your_app: {
    status: 403,
    message: 'Only the owner of this app or a system admin can do this.',
  },
  app_of_admins: {
    status: 403,
    message: 'Only a system admin can make an app trusted or change a trusted app.',
  },
  no_secret_of_public: {
    status: 400,
    message: 'This app is public, so it has no secret.',
  },
  bot_has_no_role: {
    status: 403,
    message: 'A bot cannot administer the system, because nobody can log in as a bot.',
  },
  bad_app_name: {
    status: 400,
    message: 'Invalid name. Use 1 to 64 characters without invisible characters or text direction marks.',
  },
  bad_app_description: {
    status: 400,
    message: 'Invalid description. Use at most 512 characters.',
  },
  bad_app_icon: {
    status: 400,
    message: 'Invalid icon URL. Use an http or https address of at most 512 characters.',
  },
  bad_callback: {
    status: 400,
    message:
      'Invalid callback URL. Send at least one http or https address without fragment, user or spaces, with a port of at most 65535. All addresses together have at most 1024 characters.',
  },
  bad_app_homepage: {
    status: 400,
    message: 'Invalid homepage. Use an http or https address of at most 256 characters.',
  },
} as const satisfies RefusalRows
