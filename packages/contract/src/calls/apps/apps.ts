import { z } from 'zod'
import { defineCall } from '../../call.js'
import { appLimits } from '../../limits.js'
import { AppObject, AppOverview, Authorization, AuthorizedApp } from '../../objects/app.js'
import { Ok } from '../../objects/system/settings.js'
import { Id, params, Text } from '../../parameters.js'

/** Holds the fields that all calls about apps share. */
const common = { tag: 'Apps', allow: 'user' } as const

/** States who can manage an app, for descriptions. */
const managers = 'Allowed for the user who registered the app and for system administrators.'

export const listApps = defineCall({
  ...common,
  operationId: 'listApps',
  route: 'GET /oauth/list',
  scope: 'read',
  summary: 'List the apps that the caller manages',
  description:
    'Newest first. System administrators see all apps. Other users see those that they registered.',
  requires: 'EnableOAuthServiceProvider',
  answer: z.array(AppOverview),
  answers: 'The apps, without their secrets.',
  errors: ['only_admins_register_apps'],
})

export const getApp = defineCall({
  ...common,
  operationId: 'getApp',
  route: 'GET /oauth/app/:client',
  scope: 'read',
  summary: 'Get an app by its client ID',
  requires: 'EnableOAuthServiceProvider',
  params: params('client'),
  answer: AppObject,
  answers: 'The app, without its secret.',
  errors: ['no_such_app'],
})

export const listAuthorizedApps = defineCall({
  ...common,
  operationId: 'listAuthorizedApps',
  route: 'GET /oauth/authorized',
  scope: 'read',
  summary: 'List the apps that the caller has authorized',
  requires: 'EnableOAuthServiceProvider',
  answer: z.array(AuthorizedApp),
  answers: 'The apps and their scopes, most recently authorized first.',
})

const { nameChars, descriptionChars, iconUrlChars, callbackUrlsChars, homepageChars } = appLimits

const choices = {
  name: Text.meta({ minLength: 1, maxLength: nameChars }),
  description: Text.optional().meta({ maxLength: descriptionChars }),
  icon_url: Text.optional()
    .describe('Icon shown next to the app’s posts: an http or https URL.')
    .meta({ maxLength: iconUrlChars }),
  callback_urls: z
    .array(Text)
    .default([])
    .describe(
      'Where users may be sent back to: at least one http or https URL, without fragment or credentials. At ' +
        `most ${callbackUrlsChars} characters in all.`,
    ),
  homepage: Text.meta({ minLength: 1, maxLength: homepageChars }),
  is_trusted: z
    .boolean()
    .optional()
    .describe('Whether the app skips the consent page. Only system administrators can set this.'),
}
const mistakes = [
  'bad_app_name',
  'bad_app_description',
  'bad_app_icon',
  'bad_callback',
  'bad_app_homepage',
] as const

export const createApp = defineCall({
  ...common,
  operationId: 'createApp',
  route: 'POST /oauth/register',
  scope: 'none',
  summary: 'Register an app',
  description:
    'Available to every user, or only to system administrators if EnableOnlyAdminIntegrations is on. An app ' +
    'that can keep a secret gets a bot, which is an account for its own tokens. Add it to teams like any ' +
    'other user.',
  body: z.object({
    ...choices,
    is_public: z
      .boolean()
      .optional()
      .describe('Whether the app cannot keep a secret, for example because it runs on its users’ devices.'),
  }),
  answer: AppObject,
  answers: 'The app. Its `client_secret` is shown only this once.',
  errors: [...mistakes, 'register_off', 'only_admins_register_apps', 'too_many_apps'],
  audit: { target: 'app', id: ['answer.id'] },
})

export const updateApp = defineCall({
  ...common,
  operationId: 'updateApp',
  route: 'POST /oauth/update',
  scope: 'none',
  summary: 'Update an app',
  description:
    `Absent text fields become empty. Only system administrators can change a trusted app. ${managers} Only ` +
    'in Posthorn.',
  requires: 'EnableOAuthServiceProvider',
  body: z.object({ id: Id, ...choices }),
  answer: AppObject,
  answers: 'The updated app.',
  errors: [...mistakes, 'no_such_app', 'not_your_app', 'app_of_admins'],
  audit: { target: 'app', id: ['body.id'] },
})

export const takeOverApp = defineCall({
  ...common,
  operationId: 'takeOverApp',
  route: 'POST /oauth/:client/take_over',
  allow: 'system_admin',
  scope: 'none',
  summary: 'Become the owner of an app',
  description:
    'An app is suspended while its owner is deactivated: its tokens and its bot do nothing, and it gets no new ones. It works ' +
    'again under its new owner. Only in Posthorn.',
  requires: 'EnableOAuthServiceProvider',
  params: params('client'),
  answer: AppObject,
  answers: 'The app under its new owner.',
  errors: ['no_such_app', 'too_many_hooks_of_owner'],
  audit: { target: 'app', id: ['params.client'] },
})

export const regenerateAppSecret = defineCall({
  ...common,
  operationId: 'regenerateAppSecret',
  route: 'POST /oauth/:client/regen_secret',
  scope: 'none',
  summary: 'Regenerate an app’s secret',
  description: `The old secret stops working at once. Existing tokens stay valid. ${managers}`,
  requires: 'EnableOAuthServiceProvider',
  params: params('client'),
  answer: AppObject,
  answers: 'The app. Its `client_secret` is shown only this once.',
  errors: ['no_such_app', 'not_your_app', 'no_secret_of_public'],
  audit: { target: 'app', id: ['params.client'] },
})

/** The calls that stop an app work while the OAuth provider is off, too. */
export const deleteApp = defineCall({
  ...common,
  operationId: 'deleteApp',
  route: 'POST /oauth/delete',
  scope: 'none',
  summary: 'Delete an app',
  description: `Revokes the app’s tokens at once and deactivates its bot. ${managers}`,
  body: z.object({ id: Id }),
  bodyIsTextMap: true,
  answer: Ok,
  answers: 'Done.',
  errors: ['no_such_app', 'not_your_app'],
  audit: { target: 'app', id: ['body.id'] },
})

export const deauthorizeApp = defineCall({
  ...common,
  operationId: 'deauthorizeApp',
  route: 'POST /oauth/:client/deauthorize',
  scope: 'none',
  summary: 'Revoke an app’s authorization',
  description: 'Revokes the app’s tokens for the caller at once. Succeeds even if there are none.',
  params: params('client'),
  answer: Ok,
  answers: 'Done.',
  audit: { target: 'app', id: ['params.client'] },
})

const parameter = (description: string) => Text.default('').describe(description)

/**
 * The parameters of an authorization request. Once client and redirect address are valid, errors are reported to
 * the app.
 */
const asked = {
  response_type: parameter('Must be `code`.'),
  client_id: parameter('The app’s client ID.'),
  redirect_uri: parameter(
    'One of the app’s registered callback addresses. It must match exactly, except for the port of a loopback address.',
  ),
  scope: parameter(
    '`read`, `post` and `manage`, separated by spaces. If absent, all of them. `user` is accepted as well.',
  ),
  state: parameter('Returned to the app unchanged.'),
  code_challenge: parameter('PKCE code challenge. Required for public apps.'),
  code_challenge_method: parameter('`S256`.'),
}

const redirect = {
  requires: 'EnableOAuthServiceProvider',
  answer: z.object({ redirect: z.string() }),
  answers: 'Where to redirect the user: back to the app, with a code or an error.',
} as const
const inDoubt = [
  'no_base_url',
  'bad_client',
  'no_such_app',
  'no_redirect',
  'malformed_redirect',
  'bad_redirect',
  'app_suspended',
] as const

export const getAuthorization = defineCall({
  ...common,
  operationId: 'getAuthorization',
  route: 'GET /oauth/authorization',
  scope: 'none',
  summary: 'Get what an app asks the caller to allow',
  description: 'For the consent page. Only in Posthorn.',
  requires: 'EnableOAuthServiceProvider',
  query: z.object(asked),
  answer: Authorization,
  answers: 'The app and the scopes that it requests.',
  errors: [...inDoubt, 'bad_authorization'],
})

export const authorizeApp = defineCall({
  ...common,
  ...redirect,
  operationId: 'authorizeApp',
  route: 'POST /oauth/authorize',
  scope: 'none',
  summary: 'Authorize an app, or refuse to',
  description: 'The same as `POST /oauth/authorize` outside the API.',
  body: z.object({
    ...asked,
    decision: z.enum(['allow', 'deny']).default('allow').describe('The user’s decision.'),
  }),
  errors: inDoubt,
  audit: { target: 'app', id: ['body.client_id'], notes: ['body.decision', 'body.scope'] },
})

export const allowApp = defineCall({
  ...common,
  ...redirect,
  operationId: 'allowApp',
  route: 'GET /oauth/allow',
  scope: 'none',
  summary: 'Authorize an app, as older clients do',
  description:
    'This GET changes data. With a cookie, it requires the header `X-Requested-With: XMLHttpRequest`.',
  query: z.object(asked),
  errors: [...inDoubt, 'page_sent_form'],
  audit: { target: 'app', id: ['query.client_id'], notes: ['query.scope'] },
})
