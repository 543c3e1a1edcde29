import { maxExportsPerHour } from '@posthorn/contract'
import {
  type Db,
  type ExportedLine,
  type ExportedRow,
  exportHookRows,
  exportLines,
  exportUserRows,
  type HookExport,
  type ReadProgress,
  type WantedExport,
} from '@posthorn/db'
import { loginAddresses, openLimiter, type Redis } from '@posthorn/queue'
import { Download } from '../http/answers/download.js'
import { OverRate, type Refused, refused } from '../refusals/refused.js'

/** Exports of all users that run at once in this process. */
const mostAtOnce = 4
/** They share these connections, so that nothing else waits for them. */
const connections = 1
const statementTimeoutMs = 15_000

type Exporting = { callerId: string; name: string }

/** Creates files with personal data while they are sent. */
export type Exports = {
  ofUser: (exporting: Exporting, userId: string) => Promise<Exported>
  ofHook: (exporting: Exporting, wanted: HookExport) => Promise<Exported>
  /** Of one team or all, to import it elsewhere. */
  ofEverything: (exporting: Exporting, wanted: WantedExport) => Promise<Exported>
  close: () => Promise<void>
}

type Exported = Download | OverRate | Refused<'export_running'>
type Rows = AsyncGenerator<ExportedRow | ReadProgress>

/** @param redis counts exports. If it does not respond, only their number at once is limited */
export function openExports(ofAll: Db, redis: Redis, prefix: string): Exports {
  const perHour = openLimiter(redis, 'export', { points: maxExportsPerHour, seconds: 3600 }, prefix)
  const db = ofAll.openSame({
    poolSize: connections,
    statementTimeoutMs,
    queryTimeoutMs: 2 * statementTimeoutMs,
  })
  const running = new Set<string>()

  const begin = async ({ callerId, name }: Exporting, lines: AsyncGenerator<string>): Promise<Exported> => {
    if (running.has(callerId) || running.size >= mostAtOnce) return refused('export_running')
    running.add(callerId)
    const standing = await perHour(callerId)
    if (standing?.admitted === false) {
      running.delete(callerId)
      return new OverRate(standing)
    }
    return new Download('application/jsonl', `${name}.jsonl`, lines, () => running.delete(callerId))
  }

  return {
    ofUser: (exporting, userId) => begin(exporting, linesOf(withAddresses(db, redis, { userId, prefix }))),
    ofHook: (exporting, wanted) => begin(exporting, linesOf(exportHookRows(db, wanted))),
    ofEverything: (exporting, wanted) => begin(exporting, countedLines(exportLines(db, wanted))),
    close: () => db.$disconnect(),
  }
}

async function* withAddresses(
  db: Db,
  redis: Redis,
  { userId, prefix }: { userId: string; prefix: string },
): Rows {
  yield* exportUserRows(db, userId)
  for (const data of await loginAddresses(redis, userId, prefix)) yield { kind: 'login_addresses', data }
}

/** The last line shows that nothing is missing. */
async function* linesOf(rows: Rows): AsyncGenerator<string> {
  let lines = 0
  for await (const row of rows) {
    lines++
    yield `${JSON.stringify(row)}\n`
  }
  yield `${JSON.stringify({ kind: 'end', data: { lines } })}\n`
}

/** The same in the form of an import. */
async function* countedLines(rows: AsyncIterable<ExportedLine>): AsyncGenerator<string> {
  let lines = 0
  for await (const row of rows) {
    lines++
    yield `${JSON.stringify(row)}\n`
  }
  yield `${JSON.stringify({ type: 'end', end: { lines } })}\n`
}
