import { z } from 'zod'
import { defineCall } from '../../call.js'
import { TeamMap, TeamObject, TeamStats, TeamUnread } from '../../objects/team.js'
import { teamFields } from '../../objects/team-fields.js'
import { TeamMemberObject } from '../../objects/team-member.js'
import { Id, params, Text } from '../../parameters.js'
import { inTeam, teamPath } from './path.js'

export const createTeam = defineCall({
  operationId: 'createTeam',
  route: 'POST /teams/create',
  tag: 'Teams',
  summary: 'Create a team',
  description:
    'Its creator administers it. For every member, as many as MaxTeamsPerUser says; where EnableTeamCreation is off, for ' +
    'system administrators only, who may make any number.',
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
  summary: 'The caller’s teams',
  description: 'Every team, for a system administrator.',
  allow: 'user',
  scope: 'read',
  answer: TeamMap,
  answers: 'Teams by id.',
})

export const listOpenTeams = defineCall({
  operationId: 'listOpenTeams',
  route: 'GET /teams/all_team_listings',
  tag: 'Teams',
  summary: 'The teams that are open to all',
  allow: 'user',
  scope: 'read',
  answer: TeamMap,
  answers: 'Teams by id.',
})

export const listMyTeamMemberships = defineCall({
  operationId: 'listMyTeamMemberships',
  route: 'GET /teams/members',
  tag: 'Teams',
  summary: 'The caller’s memberships',
  allow: 'user',
  scope: 'read',
  answer: z.array(TeamMemberObject),
  answers: 'The memberships.',
})

export const listUnreadTeams = defineCall({
  operationId: 'listUnreadTeams',
  route: 'GET /teams/unread',
  tag: 'Teams',
  summary: 'What is unread in the caller’s teams',
  description:
    'Posts of a channel whose member chose `mark_unread: mention` do not count; direct channels are in no team.',
  allow: 'user',
  scope: 'read',
  query: z.object({ id: Id.or(z.literal('')).default('').describe('A team to leave out.') }),
  answer: z.array(TeamUnread),
  answers: 'The numbers, of each team in which the caller is in a channel.',
})

export const getTeamByName = defineCall({
  operationId: 'getTeamByName',
  route: 'GET /teams/name/:name',
  tag: 'Teams',
  summary: 'A team by name',
  description: 'For its members, and for everybody when it is open to all.',
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
  summary: 'Whether there is a team of this name',
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
  summary: 'A team by id',
  allow: 'team_member',
  scope: 'read',
  params: inTeam(),
  answer: TeamObject,
  answers: 'The team. Its address and domains are for its administrators.',
  errors: ['team_gone'],
})

export const getTeamStats = defineCall({
  operationId: 'getTeamStats',
  route: `GET ${teamPath}/stats`,
  tag: 'Teams',
  summary: 'How many are in a team',
  allow: 'team_member',
  scope: 'read',
  params: inTeam(),
  answer: TeamStats,
  answers: 'The numbers.',
})
