import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxSearchLength, maxTeamsPerPage, teamsPerPage } from '../../limits.js'
import {
  TeamMap,
  TeamMemberObject,
  TeamObject,
  TeamOverviewPage,
  TeamStats,
  TeamUnread,
  teamFields,
} from '../../objects/teams/team.js'
import { filterText, Id, params, Text } from '../../parameters.js'
import { inTeam, teamPath } from './path.js'

export const createTeam = defineCall({
  operationId: 'createTeam',
  route: 'POST /teams/create',
  tag: 'Teams',
  summary: 'Create a team',
  description:
    'Allowed for every user, up to MaxTeamsPerUser teams. If EnableTeamCreation is off, only for ' +
    'system administrators, who have no such limit. The creator becomes the team’s administrator.',
  allow: 'user',
  scope: 'manage',
  body: z.object(teamFields),
  answer: TeamObject,
  answers: 'The new team.',
  errors: [
    'no_permission_api',
    'bad_team_name',
    'reserved_team_name',
    'bad_team_display_name',
    'bad_team_description',
    'bad_team_email',
    'bad_team_type',
    'bad_team_company',
    'bad_team_domains',
    'team_name_taken',
    'too_many_teams',
  ],
  audit: { target: 'team', id: ['answer.id'] },
})

export const listTeams = defineCall({
  operationId: 'listTeams',
  route: 'GET /teams/all',
  tag: 'Teams',
  summary: 'List the caller’s teams',
  description: 'System administrators get every team.',
  allow: 'user',
  scope: 'read',
  answer: TeamMap,
  answers: 'Teams by ID.',
})

export const listOpenTeams = defineCall({
  operationId: 'listOpenTeams',
  route: 'GET /teams/all_team_listings',
  tag: 'Teams',
  summary: 'List teams that anyone can join',
  allow: 'user',
  scope: 'read',
  answer: TeamMap,
  answers: 'Teams by ID.',
})

export const listMyTeamMemberships = defineCall({
  operationId: 'listMyTeamMemberships',
  route: 'GET /teams/members',
  tag: 'Teams',
  summary: 'List the caller’s team memberships',
  allow: 'user',
  scope: 'read',
  answer: z.array(TeamMemberObject),
  answers: 'The memberships.',
})

export const listUnreadTeams = defineCall({
  operationId: 'listUnreadTeams',
  route: 'GET /teams/unread',
  tag: 'Teams',
  summary: 'Count unread posts in the caller’s teams',
  description:
    'Ignores posts in channels that the member set to `mark_unread: mention`. Direct channels belong to no team.',
  allow: 'user',
  scope: 'read',
  query: z.object({ id: Id.or(z.literal('')).default('').describe('A team to omit.') }),
  answer: z.array(TeamUnread),
  answers: 'The counts for each team in which the caller has a channel.',
})

export const getTeamByName = defineCall({
  operationId: 'getTeamByName',
  route: 'GET /teams/name/:name',
  tag: 'Teams',
  summary: 'Get a team by name',
  description: 'Allowed for members, and for everyone if the team is open.',
  allow: 'user',
  scope: 'read',
  params: params('name'),
  answer: TeamObject,
  answers: 'The team.',
  errors: ['no_permission_api', 'no_such_team_name'],
})

export const teamNameExists = defineCall({
  operationId: 'teamNameExists',
  route: 'POST /teams/find_team_by_name',
  tag: 'Teams',
  summary: 'Check whether a team name exists',
  allow: 'user',
  scope: 'read',
  body: z.object({ name: Text }),
  bodyIsTextMap: true,
  answer: z.boolean(),
  answers: 'true or false.',
})

export const getTeam = defineCall({
  operationId: 'getTeam',
  route: `GET ${teamPath}/me`,
  tag: 'Teams',
  summary: 'Get a team by ID',
  allow: 'team_member',
  scope: 'read',
  params: inTeam(),
  answer: TeamObject,
  answers: 'The team. Only administrators see its e-mail address and domains.',
  errors: ['team_gone'],
})

export const getTeamStats = defineCall({
  operationId: 'getTeamStats',
  route: `GET ${teamPath}/stats`,
  tag: 'Teams',
  summary: 'Count the members of a team',
  allow: 'team_member',
  scope: 'read',
  params: inTeam(),
  answer: TeamStats,
  answers: 'The counts.',
})

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
