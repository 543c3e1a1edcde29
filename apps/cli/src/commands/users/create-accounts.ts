import type { ImportedRow } from '@posthorn/contract'
import type { CommandContext } from '../../context.js'
import { Failure, usageFailure } from '../../failure.js'
import type { TableColumn } from '../../output/output.js'
import { openProgress } from '../../output/progress.js'
import { readGiven } from '../../session/prompt.js'

type NewAccount = { username: string; email: string; teams: string[] }
type Row = ImportedRow & { id: string }

const columns: TableColumn<Row>[] = [
  ['LINE', row => row.line],
  ['USER', row => row.username],
  ['E-MAIL', row => row.email],
  ['FIRST PASSWORD', row => row.password],
  ['ERROR', row => row.message],
]

/** Creates an account and prints its first password. */
export async function createAccount(
  { server, out }: CommandContext,
  { username, email, teams }: NewAccount,
): Promise<void> {
  const { client } = await server()
  const all = teams.length === 0 ? [] : Object.values(await client.listTeams())
  const team_ids = teams.map(wanted => {
    const team = all.find(({ id, name }) => id === wanted || name === wanted)
    if (team) return team.id
    throw usageFailure(`There is no team ${wanted}.`, 'List them: posthorn teams list')
  })
  const { user, password } = await client.provisionUser({ body: { username, email, team_ids } })
  out.object({ password, id: user.id, username, email }, [
    ['First password', row => row.password],
    ['ID', row => row.id],
    ['User', row => row.username],
  ])
  out.note('Pass the password on. You won’t be able to see it again.')
}

/** Creates the accounts part by part. Importing a file again creates only those that are missing. */
export async function importAccounts({ server, out }: CommandContext, file: string): Promise<void> {
  const csv = readGiven(file)
  const { client } = await server()
  const draw = openProgress(out, 'users')
  const rows: Row[] = []
  for (let skip: number | null = 0; skip !== null; ) {
    const part: Awaited<ReturnType<typeof client.importUsers>> = await client.importUsers({
      body: { csv, skip },
    })
    rows.push(...part.rows.map(row => ({ ...row, id: row.user_id })))
    draw(rows.length, part.total)
    skip = part.next
  }
  out.rows(rows, columns, 'The file has no rows.')
  const failed = rows.filter(({ reason }) => reason !== '').length
  if (failed > 0)
    throw new Failure(
      `${failed} of ${rows.length} users were not created.`,
      'Correct these lines, and import again.',
    )
}
