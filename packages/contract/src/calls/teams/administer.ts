import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxSearchLength, maxTeamsPerPage, teamsPerPage } from '../../limits.js'
import { TeamObject, TeamOverviewPage } from '../../objects/teams/team.js'
import { teamFields } from '../../objects/teams/team-fields.js'
import { filterText, Text } from '../../parameters.js'
import { inTeam, teamPath } from './path.js'

export const searchTeams = defineCall({
  operationId: 'searchTeams',
  searchedBy: ['search'],
  route: 'GET /admin/teams',
  tag: 'Teams',
  summary: 'Find teams, with their numbers of members, hooks and channels',
  description: 'Active teams, ordered by name.',
  allow: 'system_admin',
  scope: 'read',
  query: z.object({
    search: filterText(maxSearchLength).describe('Part of the URL name or display name, ignoring case.'),
    cursor: Text.max(maxSearchLength).default('').describe('The `next` of the previous page.'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxTeamsPerPage)
      .default(teamsPerPage)
      .describe(`${teamsPerPage} by default.`),
  }),
  answer: TeamOverviewPage,
  answers: 'A page of teams.',
})

const { name: _, display_name, ...others } = teamFields

export const updateTeam = defineCall({
  operationId: 'updateTeam',
  route: `POST ${teamPath}/update`,
  tag: 'Teams',
  summary: 'Update a team',
  description: 'Allowed for the team’s administrators. Absent fields and the URL name stay unchanged.',
  allow: 'team_member',
  scope: 'manage',
  params: inTeam(),
  body: z.object({ display_name: display_name.optional(), ...others }),
  answer: TeamObject,
  answers: 'The updated team.',
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
