import { z } from 'zod'
import { defineCall } from '../../call.js'
import { fileLimits, maxPictureBytes } from '../../limits.js'
import { Ok } from '../../objects/system/settings.js'
import { params, Text } from '../../parameters.js'

const path = '/users/:user/image'
/** Base64 encodes three bytes as four. */
const bodyLimitBytes = Math.ceil((maxPictureBytes * 4) / 3) + 1024
const whose = 'Allowed for the user and for system administrators.'

export const setUserImage = defineCall({
  operationId: 'setUserImage',
  route: `POST ${path}`,
  tag: 'Users',
  summary: 'Set a user’s picture',
  description:
    'Accepts JPEG, PNG, WebP or GIF (first frame only). The image is cropped to a square, resized to 256 × ' +
    `256 pixels and stored without metadata such as location or camera. ${whose}`,
  allow: 'user',
  scope: 'manage',
  params: params('user'),
  bodyLimitBytes,
  body: z.object({
    image: Text.min(1).describe(
      `The file in Base64. At most ${maxPictureBytes} bytes and ${fileLimits.picturePixels / 1e6} megapixels.`,
    ),
  }),
  answer: Ok,
  answers: 'Done.',
  errors: ['no_such_user', 'no_picture', 'picture_busy'],
  audit: { target: 'user', id: ['params.user'] },
})

export const resetUserImage = defineCall({
  operationId: 'resetUserImage',
  route: `POST ${path}/reset`,
  tag: 'Users',
  summary: 'Reset a user’s picture to their initials',
  description: whose,
  allow: 'user',
  scope: 'manage',
  params: params('user'),
  answer: Ok,
  answers: 'Done.',
  errors: ['no_such_user'],
  audit: { target: 'user', id: ['params.user'] },
})

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
