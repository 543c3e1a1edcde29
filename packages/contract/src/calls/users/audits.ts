import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxUserAudits } from '../../limits.js'
import { UserAuditObject } from '../../objects/users/user-audit.js'
import { params } from '../../parameters.js'

export const listUserAudits = defineCall({
  operationId: 'listUserAudits',
  route: 'GET /users/:user/audits',
  tag: 'Users',
  summary: 'List a user’s recent activity',
  description: 'Log-ins and changes. Allowed for the user and for system administrators.',
  allow: 'user',
  scope: 'read',
  params: params('user'),
  answer: z.array(UserAuditObject),
  answers: `The ${maxUserAudits} newest entries, newest first.`,
  errors: ['no_permission_api', 'no_such_user'],
})
