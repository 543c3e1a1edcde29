import { defineCall } from '../../call.js'
import { params } from '../../parameters.js'

/** Not among the calls of the client: an address for pages to show. */
export const getUserImage = defineCall({
  operationId: 'getUserImage',
  route: 'GET /users/:user/image',
  tag: 'Users',
  summary: 'What a user looks like',
  description: 'The picture that was stored, 256 pixels wide and high; else the initials, drawn.',
  allow: 'user',
  scope: 'read',
  params: params('user'),
  answerTypes: ['image/webp', 'image/svg+xml'],
  answers: 'The picture.',
  etag: true,
  errors: ['no_such_user'],
})
