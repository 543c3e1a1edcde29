import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { usageFailure } from '../../failure.js'
import type { Output, TableColumn } from '../../output/output.js'
import type { RecordKind } from '../source.js'

type ReportKind = RecordKind | 'line' | 'file'
type ReportOutcome = 'created' | 'known' | 'matched' | 'skipped'

/** Further ones are only counted. */
const mostDetails = 2000

type Detail = { kind: ReportKind; key: string; outcome: ReportOutcome; reason: string; id?: string }

/** The state of an import as its file. `posts_read`: how many posts of the source need not be sent again. */
type Saved = {
  source: string
  fingerprint: string
  is_dry_run: boolean
  is_complete: boolean
  posts_read: number
  counts: Record<string, Record<ReportOutcome, number>>
  warnings: string[]
  reasons: Record<string, number>
  details: Detail[]
}

/** Counts what becomes of each object, and names those that are not simply created. */
export class Report {
  readonly #counts = new Map<ReportKind, Record<ReportOutcome, number>>()
  readonly #reasons = new Map<string, number>()
  readonly #details: Detail[] = []
  postsRead = 0
  /** What the server's settings would do to the import. */
  warnings: string[] = []
  isComplete = false

  constructor(
    readonly file: string,
    readonly about: { source: string; fingerprint: string; isDryRun: boolean },
  ) {}

  /** Counts `number` objects. Those with a reason are named. */
  count(kind: ReportKind, outcome: ReportOutcome, number = 1): void {
    const none = { created: 0, known: 0, matched: 0, skipped: 0 }
    const counts = this.#counts.get(kind) ?? none
    counts[outcome] += number
    this.#counts.set(kind, counts)
  }

  name(detail: Detail): void {
    this.count(detail.kind, detail.outcome)
    const reason = `${detail.kind}: ${detail.reason}`
    if (detail.reason !== '') this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1)
    if (detail.reason !== '' && this.#details.length < mostDetails) this.#details.push(detail)
  }

  readonly skip = (kind: ReportKind, key: string, reason: string): void =>
    this.name({ kind, key, outcome: 'skipped', reason })

  rows() {
    return [...this.#counts].map(([kind, counts]) => ({ id: kind, ...counts }))
  }

  reasons(): [reason: string, count: number][] {
    return [...this.#reasons].toSorted(([, one], [, other]) => other - one)
  }

  /** Replaces the file at once, so that it is whole whenever the process ends. */
  save(): void {
    const saved: Saved = {
      source: this.about.source,
      fingerprint: this.about.fingerprint,
      is_dry_run: this.about.isDryRun,
      is_complete: this.isComplete,
      posts_read: this.postsRead,
      counts: Object.fromEntries(this.#counts),
      warnings: this.warnings,
      reasons: Object.fromEntries(this.#reasons),
      details: this.#details,
    }
    writeFileSync(`${this.file}.part`, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${this.file}.part`, this.file)
  }

  /** Continues where an import of the same files was interrupted. @returns how many posts need not be sent again */
  resume(): number {
    const saved = readSaved(this.file)
    const { source, fingerprint } = this.about
    const isSame = saved?.source === source && saved.fingerprint === fingerprint
    if (!saved || !isSame || saved.is_dry_run || saved.is_complete) return 0
    const { post } = saved.counts
    if (post) for (const outcome of ['created', 'known'] as const) this.count('post', outcome, post[outcome])
    return saved.posts_read
  }
}

function readSaved(file: string): Saved | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw usageFailure(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
  try {
    return JSON.parse(text) as Saved
  } catch {
    throw usageFailure(`${file} is no report of an import.`, 'Name another file with --report.')
  }
}

type Row = ReturnType<Report['rows']>[number]

const columns: TableColumn<Row>[] = [
  ['KIND', row => row.id],
  ['CREATED', row => row.created],
  ['KNOWN', row => row.known],
  ['MATCHED', row => row.matched],
  ['SKIPPED', row => row.skipped],
]

const mostReasons = 20

/** Prints the counts, and why objects were matched or skipped. */
export function showReport(out: Output, report: Report): void {
  if (out.stderr.isTTY) out.note('')
  out.rows(report.rows(), columns, 'There is nothing to import.')
  for (const [reason, count] of report.reasons().slice(0, mostReasons)) out.note(`${count} × ${reason}`)
  for (const warning of report.warnings) out.warn(`Warning: ${warning}`)
  const what = report.about.isDryRun ? 'Nothing was imported. The report' : 'The report'
  out.note(`${what} is in ${report.file}.`)
}

const everyMs = 10_000

/** Returns a function that shows how many posts were sent: in place on a terminal, else as a line now and then. */
export function importProgress(out: Output): (posts: number) => void {
  const startedAt = Date.now()
  let shownAt = startedAt
  return posts => {
    const now = Date.now()
    const isTerminal = out.stderr.isTTY === true && !out.isQuiet
    if (!isTerminal && now < shownAt + everyMs) return
    shownAt = now
    const perSecond = Math.round((1000 * posts) / Math.max(1, now - startedAt))
    const text = `${posts} posts, ${perSecond} per second`
    if (isTerminal) out.stderr.write(`\r${text}   `)
    else out.note(text)
  }
}
