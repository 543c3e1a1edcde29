import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxUserAudits } from '../../limits.js'
import { UserAuditObject } from '../../objects/user-audit.js'
import { params } from '../../parameters.js'

export const listUserAudits = defineCall({
  operationId: 'listUserAudits',
  route: 'GET /users/:user/audits',
  tag: 'Users',
  summary: 'What a user changed last',
  description: 'One’s own log-ins and changes; anybody’s for a system administrator.',
  allow: 'user',
  scope: 'read',
  params: params('user'),
  answer: z.array(UserAuditObject),
  answers: `The newest ${maxUserAudits}, the newest first.`,
  errors: ['no_permission_api', 'no_such_user'],
})
