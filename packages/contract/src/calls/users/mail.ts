import { z } from 'zod'
import { defineCall } from '../../call.js'
import { mailIntervals } from '../../limits.js'
import { Ok } from '../../objects/system/config.js'

const path = '/users/mail'
const common = { tag: 'Users', allow: 'user', scope: 'none' } as const
const everyMinutes = z
  .literal([...mailIntervals])
  .describe('Least number of minutes between two e-mails. 0 for no e-mails.')

export const getMailDigest = defineCall({
  ...common,
  operationId: 'getMailDigest',
  route: `GET ${path}`,
  summary: 'Get whether the caller gets e-mails about mentions',
  answer: z.object({
    is_available: z.boolean().describe('Whether the caller can get e-mails.'),
    reason: z
      .enum(['', 'no_server', 'own_address'])
      .describe(
        'Why not: `no_server` if the server sends none, `own_address` if the caller chose their address and no administrator has set it.',
      ),
    every_minutes: everyMinutes,
  }),
  answers: 'The caller’s setting.',
})

export const setMailDigest = defineCall({
  ...common,
  operationId: 'setMailDigest',
  route: `POST ${path}`,
  summary: 'Turn e-mails about mentions on or off',
  description:
    'They list unread mentions and direct messages after the user has had no live socket for 15 minutes.',
  body: z.object({ every_minutes: everyMinutes }),
  answer: Ok,
  answers: 'Done.',
  errors: ['no_mail', 'own_mail_address'],
  audit: { target: 'user', id: ['caller.user'], notes: ['body.every_minutes'] },
})
