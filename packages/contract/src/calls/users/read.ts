import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxPageSize } from '../../limits.js'
import { UserMap, UserObject } from '../../objects/user.js'
import { Id, params } from '../../parameters.js'

export const getMe = defineCall({
  operationId: 'getMe',
  route: 'GET /users/me',
  tag: 'Users',
  summary: 'Who am I',
  allow: 'user',
  beforePasswordChange: true,
  scope: 'profile',
  answer: UserObject,
  answers: 'The caller.',
  etag: true,
  beyondRate: true,
})

export const getUser = defineCall({
  operationId: 'getUser',
  route: 'GET /users/:user/get',
  tag: 'Users',
  summary: 'A user by id',
  allow: 'user',
  scope: 'read',
  params: params('user'),
  answer: UserObject,
  answers: 'The profile, as far as the caller may see it.',
  errors: ['no_such_user'],
})

export const getUserByUsername = defineCall({
  operationId: 'getUserByUsername',
  route: 'GET /users/name/:username',
  tag: 'Users',
  summary: 'A user by user name',
  allow: 'user',
  scope: 'read',
  params: params('username'),
  answer: UserObject,
  answers: 'The profile, as far as the caller may see it.',
  errors: ['no_such_user'],
})

export const getUserByEmail = defineCall({
  operationId: 'getUserByEmail',
  route: 'GET /users/email/:email',
  tag: 'Users',
  summary: 'A user by e-mail address',
  description: 'One’s own; others where profiles show addresses, and for system administrators.',
  allow: 'user',
  scope: 'read',
  params: params('email'),
  answer: UserObject,
  answers: 'The profile, as far as the caller may see it.',
  errors: ['no_such_user'],
})

export const listUsers = defineCall({
  operationId: 'listUsers',
  route: 'GET /users/:offset(^\\d+$)/:limit(^\\d+$)',
  tag: 'Users',
  summary: 'A page of all users',
  description: 'By user name.',
  allow: 'user',
  scope: 'read',
  params: params('offset', 'limit'),
  answer: UserMap,
  answers: 'Profiles by id.',
})

export const listUsersById = defineCall({
  operationId: 'listUsersById',
  route: 'POST /users/ids',
  tag: 'Users',
  summary: 'Users by their ids',
  description: 'Ids that are nobody’s are left out.',
  allow: 'user',
  scope: 'read',
  body: z.array(Id).max(maxPageSize).describe(`At most ${maxPageSize} ids.`),
  answer: UserMap,
  answers: 'Profiles by id.',
})
