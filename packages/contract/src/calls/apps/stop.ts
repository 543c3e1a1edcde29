import { z } from 'zod'
import { defineCall } from '../../call.js'
import { Ok } from '../../objects/system/config.js'
import { Id, params } from '../../parameters.js'
import { common, managers } from './common.js'

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
