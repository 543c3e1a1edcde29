import { searchTeams, updateTeam } from './administer.js'
import { createTeam } from './create.js'
import { addTeamMember, removeTeamMember, updateTeamMemberRoles } from './members.js'
import {
  getTeam,
  getTeamByName,
  getTeamStats,
  listMyTeamMemberships,
  listOpenTeams,
  listTeams,
  teamNameExists,
} from './read.js'
import {
  getTeamMember,
  listTeamMembers,
  listTeamMembersById,
  listTeamUsers,
  listUnreadTeams,
} from './read-members.js'

/** Teams and their members. */
export const teamCalls = [
  createTeam,
  listTeams,
  listOpenTeams,
  listMyTeamMemberships,
  getTeamByName,
  teamNameExists,
  getTeam,
  getTeamStats,
  listTeamMembers,
  getTeamMember,
  listTeamMembersById,
  listUnreadTeams,
  listTeamUsers,
  addTeamMember,
  removeTeamMember,
  updateTeamMemberRoles,
  searchTeams,
  updateTeam,
]
