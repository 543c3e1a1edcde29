import type { Db } from '../connection/open.js'
import { type ExportKind, exportPostsSql, exportSql } from './export-sql.js'

/** A line of an export: a type, and an object of that name. The object is that of an import, with the IDs of this server. */
export type ExportedLine = { type: ExportKind | 'post' } & Record<string, unknown>

/** Which team to export, or all if it is empty, and whether to include direct channels. */
export type WantedExport = { teamId: string; withDirect: boolean }

type Pool = Pick<Db, 'pool'>
type Data = Record<string, unknown>

/** Rows that are read and held in memory at a time. */
const pageLength = 500

const kinds: ExportKind[] = ['team', 'user', 'channel', 'member', 'hook']

/** Yields everything that an import can take, in its order. Each page is a statement of its own. */
export async function* exportLines(
  db: Pool,
  { teamId, withDirect }: WantedExport,
): AsyncGenerator<ExportedLine> {
  const channelIds: string[] = []
  for (const type of kinds)
    for await (const data of pages(db, { name: type, text: exportSql[type], about: [teamId, withDirect] })) {
      if (type === 'channel') channelIds.push(String(data.id))
      yield { type, [type]: data }
    }
  for (const id of channelIds)
    for await (const data of pages(db, { name: 'post', text: exportPostsSql, about: [id] }))
      yield { type: 'post', post: data }
}

type Query = { name: string; text: string; about: unknown[] }

async function* pages({ pool }: Pool, { name, text, about }: Query): AsyncGenerator<Data> {
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ place: string; data: Data }>({
      name: `export ${name}`,
      text,
      values: [...about, after, pageLength],
    })
    for (const { data } of rows) yield data
    if (rows.length < pageLength) return
    after = rows.at(-1)?.place ?? ''
  }
}
