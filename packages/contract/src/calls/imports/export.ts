import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxExportsPerHour } from '../../limits.js'
import { Id, orEmpty, yesOrNo } from '../../parameters.js'

/** Not a call of the typed client, because it returns a file to download. */
export const exportEverything = defineCall({
  operationId: 'exportEverything',
  route: 'GET /admin/export',
  tag: 'Imports',
  summary: 'Export teams, users, channels, members, hooks and posts',
  description:
    'JSON lines that `posthorn import posthorn` reads. Each has a `type` and an object of that name, with the fields of an ' +
    'import. The last line has the type `end` and the number of lines; without it, the file is incomplete. Contains private ' +
    'channels, and digests of the keys of hooks, but no passwords. Files are only named. Allowed once at a time and ' +
    `${maxExportsPerHour} times per hour.`,
  allow: 'system_admin',
  scope: 'none',
  query: z.object({
    team: orEmpty(Id).describe('Only this team. Otherwise all teams.'),
    direct: yesOrNo('Whether to include direct channels, which belong to no team.'),
  }),
  answerTypes: ['application/jsonl'],
  answers: 'The lines.',
  errors: ['export_running'],
  audit: { target: 'user', id: ['caller.user'], notes: ['query.team', 'query.direct'] },
})
