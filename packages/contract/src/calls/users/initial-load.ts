import { z } from 'zod'
import { defineCall } from '../../call.js'
import { PreferenceObject } from '../../objects/preference.js'
import { TeamObject } from '../../objects/team.js'
import { TeamMemberObject } from '../../objects/team-member.js'
import { UserObject } from '../../objects/user.js'

const texts = z.record(z.string(), z.string())

export const getInitialLoad = defineCall({
  operationId: 'getInitialLoad',
  route: 'GET /users/initial_load',
  tag: 'Users',
  summary: 'All that a client begins with',
  description: 'Without a session, what of the server is everybody’s to know.',
  allow: 'optional_user',
  scope: 'read',
  answer: z.object({
    user: UserObject.nullable(),
    team_members: z.array(TeamMemberObject).nullable(),
    teams: z.array(TeamObject).nullable(),
    preferences: z.array(PreferenceObject).nullable(),
    client_cfg: texts.describe('As `client_props` has it.'),
    license_cfg: texts.describe('That there is no licence.'),
    no_accounts: z.boolean().describe('Whether the server has no account yet. Only told without a session.'),
  }),
  answers: 'The caller with teams, memberships and preferences, which are null without a session.',
})
