import { z } from 'zod'
import { defineCall } from '../../call.js'
import { Ok } from '../../objects/config.js'
import { Id, params } from '../../parameters.js'
import { common, managers } from './common.js'

/** What stops an app works while the provider is switched off, too. */
export const deleteApp = defineCall({
  ...common,
  operationId: 'deleteApp',
  route: 'POST /oauth/delete',
  scope: 'none',
  summary: 'Delete an app',
  description: `Its tokens end at once, and its bot is deactivated. ${managers}`,
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
  summary: 'Let an app act for oneself no more',
  description: 'Its tokens for the caller end at once. It is no mistake if there are none.',
  params: params('client'),
  answer: Ok,
  answers: 'Done.',
  audit: { target: 'app', id: ['params.client'] },
})
