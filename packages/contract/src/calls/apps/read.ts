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
