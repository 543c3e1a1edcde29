import { defineCall } from '../../call.js'
import { params } from '../../parameters.js'

/** Not a call of the typed client, because pages embed it by its URL. */
export const getUserImage = defineCall({
  operationId: 'getUserImage',
  route: 'GET /users/:user/image',
  tag: 'Users',
  summary: 'Get a user’s picture',
  description: 'The uploaded picture, 256 × 256 pixels. Otherwise, an image of the user’s initials.',
  allow: 'user',
  scope: 'read',
  params: params('user'),
  answerTypes: ['image/webp', 'image/svg+xml'],
  answers: 'The picture.',
  etag: true,
  errors: ['no_such_user'],
})
