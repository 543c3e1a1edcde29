import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxSearchLength, maxTeamsPerPage, teamsPerPage } from '../../limits.js'
import { TeamObject, TeamOverviewPage } from '../../objects/team.js'
import { teamFields } from '../../objects/team-fields.js'
import { Text } from '../../parameters.js'
import { inTeam, teamPath } from './path.js'

export const searchTeams = defineCall({
  operationId: 'searchTeams',
  searchedBy: ['search'],
  route: 'GET /admin/teams',
  tag: 'Teams',
  summary: 'Find teams, with how many are in them',
  description: 'All live teams, by name.',
  allow: 'system_admin',
  scope: 'read',
  query: z.object({
    search: Text.max(maxSearchLength)
      .default('')
      .describe('A part of the name in addresses or of the display name, in any case.'),
    cursor: Text.max(maxSearchLength).default('').describe('The `next` of the page before.'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxTeamsPerPage)
      .default(teamsPerPage)
      .describe(`${teamsPerPage}, if nothing is said.`),
  }),
  answer: TeamOverviewPage,
  answers: 'A page of teams.',
})

const { name: _, display_name, ...others } = teamFields

export const updateTeam = defineCall({
  operationId: 'updateTeam',
  route: `POST ${teamPath}/update`,
  tag: 'Teams',
  summary: 'Change a team',
  description: 'For the team’s administrators. What is absent stays, and so does the name in addresses.',
  allow: 'team_member',
  scope: 'manage',
  params: inTeam(),
  body: z.object({ display_name: display_name.optional(), ...others }),
  answer: TeamObject,
  answers: 'The team as changed.',
  errors: [
    'team_gone',
    'bad_team_display_name',
    'bad_team_description',
    'bad_team_email',
    'bad_team_type',
    'bad_team_company',
    'bad_team_domains',
  ],
  audit: { target: 'team', id: ['params.team'] },
})
