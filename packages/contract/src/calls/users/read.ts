import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxPageSize } from '../../limits.js'
import { UserMap, UserObject } from '../../objects/users/user.js'
import { Id, params } from '../../parameters.js'

export const getMe = defineCall({
  operationId: 'getMe',
  route: 'GET /users/me',
  tag: 'Users',
  summary: 'Get the caller',
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
  summary: 'Get a user by ID',
  allow: 'user',
  scope: 'read',
  params: params('user'),
  answer: UserObject,
  answers: 'The fields of the profile that the caller can see.',
  errors: ['no_such_user'],
})

export const getUserByUsername = defineCall({
  operationId: 'getUserByUsername',
  route: 'GET /users/name/:username',
  tag: 'Users',
  summary: 'Get a user by user name',
  allow: 'user',
  scope: 'read',
  params: params('username'),
  answer: UserObject,
  answers: 'The fields of the profile that the caller can see.',
  errors: ['no_such_user'],
})

export const getUserByEmail = defineCall({
  operationId: 'getUserByEmail',
  route: 'GET /users/email/:email',
  tag: 'Users',
  summary: 'Get a user by e-mail address',
  description:
    'Allowed for the user and for system administrators, and for everyone if profiles show e-mail addresses.',
  allow: 'user',
  scope: 'read',
  params: params('email'),
  answer: UserObject,
  answers: 'The fields of the profile that the caller can see.',
  errors: ['no_such_user'],
})

export const listUsers = defineCall({
  operationId: 'listUsers',
  route: 'GET /users/:offset(^\\d+$)/:limit(^\\d+$)',
  tag: 'Users',
  summary: 'List a page of all users',
  description: 'Ordered by user name.',
  allow: 'user',
  scope: 'read',
  params: params('offset', 'limit'),
  answer: UserMap,
  answers: 'Profiles by user ID.',
})

export const listUsersById = defineCall({
  operationId: 'listUsersById',
  route: 'POST /users/ids',
  tag: 'Users',
  summary: 'Get users by IDs',
  description: 'Omits unknown IDs.',
  allow: 'user',
  scope: 'read',
  body: z.array(Id).max(maxPageSize).describe(`At most ${maxPageSize} IDs.`),
  answer: UserMap,
  answers: 'Profiles by user ID.',
})
