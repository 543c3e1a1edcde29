import { z } from 'zod'
import { defineCall } from '../../call.js'
import { TeamObject } from '../../objects/teams/team.js'
import { TeamMemberObject } from '../../objects/teams/team-member.js'
import { PreferenceObject } from '../../objects/users/preference.js'
import { UserObject } from '../../objects/users/user.js'

const texts = z.record(z.string(), z.string())

export const getInitialLoad = defineCall({
  operationId: 'getInitialLoad',
  route: 'GET /users/initial_load',
  tag: 'Users',
  summary: 'Get everything that a client needs at startup',
  description: 'Without a session, returns only public information about the server.',
  allow: 'optional_user',
  beyondRate: true,
  scope: 'read',
  answer: z.object({
    user: UserObject.nullable(),
    team_members: z.array(TeamMemberObject).nullable(),
    teams: z.array(TeamObject).nullable(),
    preferences: z.array(PreferenceObject).nullable(),
    client_cfg: texts.describe('The same as `client_props`.'),
    license_cfg: texts.describe('States that there is no licence.'),
    no_accounts: z.boolean().describe('Whether the server has no accounts yet. Always false with a session.'),
  }),
  answers: 'The caller with teams, memberships and preferences. These are null without a session.',
})
