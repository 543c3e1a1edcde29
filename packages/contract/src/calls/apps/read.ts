import { z } from 'zod'
import { defineCall } from '../../call.js'
import { AppObject, AppOverview, AuthorizedApp } from '../../objects/app.js'
import { params } from '../../parameters.js'
import { common } from './common.js'

export const listApps = defineCall({
  ...common,
  operationId: 'listApps',
  route: 'GET /oauth/list',
  scope: 'read',
  summary: 'The apps that the caller manages',
  description: 'The newest first: those that they registered, and all for a system administrator.',
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
  summary: 'An app by its client id',
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
  summary: 'The apps that the caller let act for them',
  requires: 'EnableOAuthServiceProvider',
  answer: z.array(AuthorizedApp),
  answers: 'The apps, and what each was let do; the latest first.',
})
