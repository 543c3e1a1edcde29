import { z } from 'zod'
import { defineCall } from '../call.js'
import { UserMap, UserObject } from '../objects/user.js'
import { Email, NewPassword, profile, profileErrors, Username } from '../objects/user-fields.js'
import { params } from '../parameters.js'

export const createUser = defineCall({
  operationId: 'createUser',
  route: 'POST /users/create',
  tag: 'Users',
  summary: 'Create an account',
  description:
    'For system administrators, and for anybody where EnableOpenServer is on. The new user administers nothing: the first ' +
    'administrator is made with the database, further ones by another.',
  allow: 'optional_user',
  body: z.object({ username: Username, email: Email, password: NewPassword, ...profile }),
  answer: UserObject,
  answers: 'The new user.',
  errors: [...profileErrors, 'bad_password', 'signup_off', 'no_open_server', 'login_busy'],
})

export const getMe = defineCall({
  operationId: 'getMe',
  route: 'GET /users/me',
  tag: 'Users',
  summary: 'Who am I',
  allow: 'user',
  answer: UserObject,
  answers: 'The caller.',
  etag: true,
})

export const getUser = defineCall({
  operationId: 'getUser',
  route: 'GET /users/:user/get',
  tag: 'Users',
  summary: 'A user by id',
  allow: 'user',
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
  params: params('username'),
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
  params: params('offset', 'limit'),
  answer: UserMap,
  answers: 'Profiles by id.',
})
