import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxPictureBytes } from '../../limits.js'
import { Ok } from '../../objects/config.js'
import { params, Text } from '../../parameters.js'

const path = '/users/:user/image'
/** Base 64 writes three bytes as four. */
const bodyLimitBytes = Math.ceil((maxPictureBytes * 4) / 3) + 1024
const whose = 'One’s own; anybody’s for a system administrator.'

export const setUserImage = defineCall({
  operationId: 'setUserImage',
  route: `POST ${path}`,
  tag: 'Users',
  summary: 'Change what a user looks like',
  description:
    'A JPEG, PNG, WebP or GIF, of which the first frame counts. It is cut square, made 256 pixels wide and high, and stored ' +
    `without anything but the picture: no place, no camera. ${whose}`,
  allow: 'user',
  scope: 'manage',
  params: params('user'),
  bodyLimitBytes,
  body: z.object({
    image: Text.min(1).describe(
      `The file in base 64; of at most ${maxPictureBytes} bytes and 25 megapixels.`,
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
  summary: 'Have a user’s initials drawn again',
  description: whose,
  allow: 'user',
  scope: 'manage',
  params: params('user'),
  answer: Ok,
  answers: 'Done.',
  errors: ['no_such_user'],
  audit: { target: 'user', id: ['params.user'] },
})
