import { calls, type ImportedRow, userImport } from '@posthorn/contract'
import { findTeamByName, type Team, type User } from '@posthorn/db'
import { addressKey } from '@posthorn/server'
import type { ApiDeps } from '../../../deps.js'
import { serve } from '../../../http/serve-calls.js'
import { refusals } from '../../../refusals/index.js'
import { Refused, refused } from '../../../refusals/refused.js'
import { changesIn } from '../profile-changes.js'
import { provision } from '../provision.js'
import { readUserFile, type UserRow } from './user-file.js'

const { rowsPerCall } = userImport

/** Imports users one after another, because password work shares one queue with logins. */
export const importUsers = serve(calls.importUsers, async ({ deps, caller, body, request, reply }) => {
  const file = await readUserFile(body.csv)
  if (file.outcome !== 'read') return refused(file.outcome, file.detail)
  const rows: ImportedRow[] = []
  const asker = { user: caller.user, address: addressKey(request.ip) }
  for (const row of file.rows.slice(body.skip, body.skip + rowsPerCall)) {
    const imported = await importRow(deps, asker, row)
    if (imported === 'login_busy') break
    rows.push(imported)
  }
  const done = body.skip + rows.length
  if (rows.length === 0 && done < file.rows.length) return refused('login_busy')
  reply.header('cache-control', 'no-store')
  return { rows, total: file.rows.length, next: done < file.rows.length ? done : null }
})

type Asker = { user: User; address: string }

async function importRow(
  deps: ApiDeps,
  { user, address }: Asker,
  row: UserRow,
): Promise<ImportedRow | 'login_busy'> {
  const { username = '', email = '', teams: names = '', ...fields } = row.cells
  const result = { line: row.line, username, email, user_id: '', password: '', reason: '', message: '' }
  const teams = await teamsNamed(deps, names)
  if (teams instanceof Refused) return { ...result, ...wordsOf(teams) }
  const changes = changesIn({ ...fields, username, email })
  const made = await provision(deps, user, { changes, teams, address })
  if (!(made instanceof Refused)) return { ...result, user_id: made.user.id, password: made.password }
  return made.refusal === 'login_busy' ? made.refusal : { ...result, ...wordsOf(made) }
}

function wordsOf({ refusal, detail }: Refused): Pick<ImportedRow, 'reason' | 'message'> {
  const { id, message } = refusals[refusal]
  return { reason: id, message: detail ? `${message} ${detail}` : message }
}

async function teamsNamed({ db }: ApiDeps, names: string): Promise<Team[] | Refused<'no_such_team_name'>> {
  const teams: Team[] = []
  for (const name of new Set(names.split(/\s+/).filter(Boolean))) {
    const team = await findTeamByName(db, name.toLowerCase())
    if (!team) return refused('no_such_team_name', `Team ${name} does not exist.`)
    teams.push(team)
  }
  return teams
}
