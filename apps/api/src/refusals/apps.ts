import { appLimits } from '@posthorn/contract'
import type { RefusalRows } from './row.js'

/** What is refused about apps. */
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
    message: `You have registered as many apps as one person may, ${appLimits.mostPerUser}. Delete one that is not used any more.`,
  },
  tokens_off: {
    status: 501,
    message: 'The system admin has turned off OAuth2 Service Provider.',
  },
  bad_client: {
    status: 400,
    message: 'Invalid client id: the app has to send the one that it was registered with.',
  },
  no_base_url: {
    status: 421,
    message:
      'OAuth is not available under this host name. Set the environment variable BASE_URL to the address that people use, and restart.',
  },
  malformed_redirect: {
    status: 400,
    message:
      'Invalid redirect_uri: it has to be an address of http or https, without user, and with a port of at most 65535.',
  },
  no_redirect: {
    status: 400,
    message: 'The app does not say where to send you back: redirect_uri is missing.',
  },
  bad_redirect: {
    status: 400,
    message:
      'The address to send you back to is none of those that this app was registered with. It has to be exactly one of them.',
  },
  bad_authorization: {
    status: 400,
    message: 'The app asks for something that there is not.',
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
    message: 'Only who registered this app, or a system admin, may do this.',
  },
  app_of_admins: {
    status: 403,
    message: 'Only a system admin trusts an app, or changes one that is trusted.',
  },
  no_secret_of_public: {
    status: 400,
    message: 'This app is public: it has no secret.',
  },
  bot_has_no_role: {
    status: 403,
    message: 'A bot cannot administer the system: nobody could log in to it.',
  },
  bad_app_name: {
    status: 400,
    message: 'Invalid name: 1 to 64 characters, none of them invisible or a text direction mark.',
  },
  bad_app_description: {
    status: 400,
    message: 'Invalid description: at most 512 characters.',
  },
  bad_app_icon: {
    status: 400,
    message: 'Invalid icon URL: an address of http or https, of at most 512 characters.',
  },
  bad_callback: {
    status: 400,
    message:
      'Invalid callback URL: at least one address of http or https, without fragment, user or spaces, with a port of at most 65535; at most 1024 characters in all.',
  },
  bad_app_homepage: {
    status: 400,
    message: 'Invalid homepage: an address of http or https, of at most 256 characters.',
  },
} as const satisfies RefusalRows
