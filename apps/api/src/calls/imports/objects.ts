import { calls, type OutputOf } from '@posthorn/contract'
import { type ImportedMember, importMembers, isImportStarted, startImport as noteStart } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'
import { type Importing, importEach } from './decide.js'
import { decideChannel, decideTeam } from './teams-and-channels.js'
import { decideHook, decideUser } from './users-and-hooks.js'

type Objects = OutputOf<(typeof calls.importObjects)['body']>

export const startImport = serve(calls.startImport, async ({ deps, body: { source } }) => {
  const started_at = await noteStart(deps.db, { source, startedAt: deps.nowMs() })
  return { source, started_at }
})

export const checkImport = serve(calls.checkImport, ({ deps, caller, body }) =>
  importInOrder({ deps, caller, source: body.source, isTrial: true }, body),
)

export const importObjects = serve(calls.importObjects, async ({ deps, caller, body }) => {
  if (!(await isImportStarted(deps.db, body.source))) return refused('no_such_import')
  return importInOrder({ deps, caller, source: body.source, isTrial: false }, body)
})

/** Each kind refers only to those before it. */
async function importInOrder(importing: Importing, body: Objects) {
  const { isTrial } = importing
  return {
    teams: await importEach(body.teams, isTrial, row => decideTeam(importing, row)),
    users: await importEach(body.users, isTrial, row => decideUser(importing, row)),
    channels: await importEach(body.channels, isTrial, row => decideChannel(importing, row)),
    members: isTrial ? { created: 0, missing: 0 } : await joinAll(importing, body),
    hooks: await importEach(body.hooks, isTrial, row => decideHook(importing, row)),
  }
}

function joinAll({ deps }: Importing, { members }: Objects) {
  const rows = members.map((row): ImportedMember => {
    // a membership of a channel counts, whatever its team is
    const teamId = row.channel_id === '' ? row.team_id : ''
    return { teamId, channelId: row.channel_id, userId: row.user_id, isAdmin: row.is_admin }
  })
  return importMembers(deps.db, rows, { most: deps.settings().MaxUsersPerTeam, nowMs: deps.nowMs() })
}
