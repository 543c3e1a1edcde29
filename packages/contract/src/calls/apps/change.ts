import { z } from 'zod'
import { defineCall } from '../../call.js'
import { appLimits } from '../../limits.js'
import { AppObject } from '../../objects/app.js'
import { Id, params, Text } from '../../parameters.js'
import { common, managers } from './common.js'

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
