import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { calls, type ImportedRow, userImport } from '@posthorn/contract'
import { findTeamByName, type Team, type User } from '@posthorn/db'
import { addressKey } from '@posthorn/server'
import { CsvError, parse } from 'csv-parse'
import type { ApiDeps } from '../../../deps.js'
import { serve } from '../../../http/serve-calls.js'
import { refusals } from '../../../refusals/index.js'
import { Refused, refused } from '../../../refusals/refused.js'
import { changesIn } from '../profile-changes.js'
import { provision } from '../provision.js'

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

const { columns, maxBytes, maxRows, required } = userImport

type UserColumn = (typeof columns)[number]

/** A row of a file of users by column; columns that the file lacks are absent. `line` is the row's last line. */
type UserRow = { line: number; cells: Partial<Record<UserColumn, string>> }

type UserFile = { outcome: 'read'; rows: UserRow[] } | { outcome: 'bad_user_file'; detail: string }

const bad = (detail: string): UserFile => ({ outcome: 'bad_user_file', detail })

/**
 * Reads comma-separated values whose first line names the columns (RFC 4180; a byte order mark is skipped). Other calls have
 * their turns meanwhile.
 */
export async function readUserFile(csv: string): Promise<UserFile> {
  if (Buffer.byteLength(csv) > maxBytes) return bad(`The file is larger than ${maxBytes} bytes. Split it.`)
  try {
    const [head, ...rows] = await recordsOf(csv)
    const mistake = mistakeInHead(head?.record ?? [])
    if (mistake) return bad(mistake)
    if (rows.length > maxRows) return bad(`The file has more than ${maxRows} rows. Split it.`)
    const names = (head?.record ?? []).map(asName)
    return {
      outcome: 'read',
      rows: rows.map(({ record, info }) => ({ line: info.lines, cells: cellsOf(names, record) })),
    }
  } catch (error) {
    if (error instanceof CsvError) return bad(error.message)
    throw error
  }
}

type ReadRecord = { record: string[]; info: { lines: number } }

/** Reads one row more than allowed, to detect more. The library's types lack `info`. */
async function recordsOf(csv: string): Promise<ReadRecord[]> {
  const options = { bom: true, info: true, skip_empty_lines: true, trim: true, to: maxRows + 2 }
  const records: ReadRecord[] = []
  await pipeline(piecesOf(csv), parse(options), async (read: AsyncIterable<ReadRecord>) => {
    for await (const record of read) records.push(record)
  })
  return records
}

/** A piece of nothing but commas takes 5 ms. */
const pieceBytes = 16 * 1024

async function* piecesOf(csv: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(csv)
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes)
    await nextTurn()
  }
}

const asName = (cell: string) => cell.toLowerCase().replaceAll(/[\s-]+/g, '_')
const isColumn = (name: string): name is UserColumn => columns.some(column => column === name)

function mistakeInHead(head: string[]): string | undefined {
  const names = head.map(asName)
  const known = `The columns are ${columns.join(', ')}.`
  const missing = required.filter(name => !names.includes(name))
  if (missing.length > 0) return `The first line lacks ${missing.join(' and ')}. ${known}`
  const unknown = names.findIndex(name => !isColumn(name))
  if (unknown >= 0) return `Column ${unknown + 1} is unknown. ${known}`
  return new Set(names).size < names.length ? `A column appears twice. ${known}` : undefined
}

function cellsOf(names: string[], record: string[]): UserRow['cells'] {
  return Object.fromEntries(names.map((name, index) => [name, record[index] ?? '']))
}
