import type { RefusalRows } from './row.js'

/** Refusals about teams and their members. */
export const teamRefusals = {
  no_such_team: {
    status: 400,
    message: "We couldn't find the existing team.",
  },
  no_such_team_name: {
    status: 404,
    message: "We couldn't find the existing team.",
  },
  team_gone: {
    status: 404,
    message: "We couldn't find the existing team.",
  },
  team_name_taken: {
    status: 400,
    message: 'A team with that name already exists.',
  },
  too_many_teams: {
    status: 400,
    message:
      'You have created the maximum number of teams per user. Ask a system admin to create one or to raise the limit.',
  },
  bad_team_name: {
    status: 400,
    message:
      'Invalid name. Use 2 to 64 characters of a-z, 0-9 and hyphen, with a letter or digit at both ends.',
  },
  reserved_team_name: {
    status: 400,
    message:
      'This name is reserved, because some addresses of this server begin with it. Choose another one.',
  },
  bad_team_display_name: {
    status: 400,
    message:
      'Invalid display name. Use 1 to 64 characters without invisible characters or text direction marks.',
  },
  bad_team_description: {
    status: 400,
    message: 'Invalid description. Use at most 255 characters.',
  },
  bad_team_email: {
    status: 400,
    message: 'Invalid email. Use an address of at most 128 characters, or leave it empty.',
  },
  bad_team_type: {
    status: 400,
    message: 'Invalid type. Use O for an open team or I for one by invitation.',
  },
  bad_team_company: {
    status: 400,
    message: 'Invalid company name. Use at most 64 characters.',
  },
  bad_team_domains: {
    status: 400,
    message: 'Invalid allowed domains. Use at most 500 characters.',
  },
  team_full: {
    status: 400,
    message: 'This team has reached the maximum number of allowed accounts. A system admin can raise it.',
  },
  not_a_team_member: {
    status: 404,
    message: "This user isn't a member of the team.",
  },
} as const satisfies RefusalRows
