import type { ImportedObject, ImportedObjects } from '@posthorn/contract'
import type { CommandContext } from '../../context.js'
import type { Server } from '../../session/server.js'
import type { ObjectKind, RecordKind, Records, Source } from '../source.js'
import { bringFiles } from './bring-files.js'
import { Foresight } from './foresight.js'
import { batches, persist, sendOrHalve } from './persist.js'
import { importProgress, Report, showReport } from './report.js'
import { Ids, nameOfHook, resolvers } from './resolve.js'

export type ImportOptions = {
  dryRun?: true
  report: string
  restart?: true
  mapUser?: string[]
}

type Client = Awaited<ReturnType<CommandContext['server']>>['client']
type Import = {
  client: Client
  server: Server
  source: Source
  report: Report
  ids: Ids
  createAt: number
  note: (text: string) => void
  isDry: boolean
  /** Only of a dry run. */
  foresight: Foresight | undefined
  mapped: Map<string, string>
}

/** Imports a source, or with `--dry-run` only says what would become of it. @returns the IDs of what is here now */
export async function runImport(
  context: CommandContext,
  source: Source,
  options: ImportOptions,
): Promise<Ids> {
  const { server, out } = context
  const opened = await server()
  const { client } = opened
  const isDry = options.dryRun === true
  const about = { source: source.name, fingerprint: source.fingerprint, isDryRun: isDry }
  const report = new Report(options.report, about)
  const note = (text: string) => out.note(text)
  const done = isDry || options.restart ? 0 : report.resume()
  if (done > 0) note(`Continues after ${done} posts. Use --restart to send them again.`)
  const createAt = await begin(client, source.name, isDry)
  const mapped = await findMapped(client, options.mapUser ?? [])
  const foresight = isDry ? await Foresight.open(client) : undefined
  const running = {
    client,
    source,
    report,
    ids: new Ids(),
    createAt,
    note,
    isDry,
    foresight,
    mapped,
    server: opened,
  }
  for (const kind of ['team', 'user', 'channel', 'member', 'hook'] as const) await importKind(running, kind)
  await importAllPosts(running, done, importProgress(out))
  report.warnings = (await foresight?.warnings()) ?? []
  report.isComplete = true
  report.save()
  showReport(out, report)
  return isDry ? new Ids() : running.ids
}

/** Returns the time of objects that have none: that of the first import, which a repeated one uses again. */
async function begin(client: Client, source: string, isDry: boolean): Promise<number> {
  if (!isDry) return (await client.startImport({ body: { source } })).started_at
  await client.checkImport({ body: { source } }) // says now if that is not allowed
  return Date.now()
}

/** Finds the accounts that `--map-user old=existing` names. */
async function findMapped(client: Client, pairs: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const pair of pairs) {
    const [old = '', username = ''] = pair.split('=')
    found.set(old, (await client.getUserByUsername({ params: { username } })).id)
  }
  return found
}

async function* resolved<Kind extends RecordKind>(
  { source, report, ids, createAt, mapped }: Import,
  kind: Kind,
): AsyncGenerator<Records[Kind]> {
  for await (const record of source.read(kind, { createAt, skip: report.skip })) {
    const own = mapped.get('username' in record ? String(record.username) : '')
    if (kind === 'user' && own !== undefined && 'id' in record) useMapped({ ids, report }, record.id, own)
    else {
      const ready = resolvers[kind](record, ids, report.skip)
      if (ready) yield ready
    }
  }
}

function useMapped({ ids, report }: Pick<Import, 'ids' | 'report'>, key: string, id: string): void {
  ids.set('user', key, id)
  report.name({ kind: 'user', key, id, outcome: 'matched', reason: 'Named by --map-user.' })
}

const fields = {
  team: 'teams',
  user: 'users',
  channel: 'channels',
  member: 'members',
  hook: 'hooks',
} as const

async function importKind(running: Import, kind: ObjectKind | 'member'): Promise<void> {
  const { client, source, report, note, isDry, foresight } = running
  for await (const batch of batches(resolved(running, kind))) {
    if (isDry && kind === 'member') {
      report.count('member', 'created', batch.length)
      for (const member of batch as Records['member'][]) foresight?.sawMember(member)
    } else {
      const send = async (records: Records[typeof kind][]) => {
        const body = { source: source.name, [fields[kind]]: records }
        const call = isDry ? client.checkImport : client.importObjects
        const results = await persist(() => call({ body }), note)
        take(running, kind, results, records)
        foresight?.sawObjects(records, results)
      }
      await sendOrHalve(batch, send, (record, error) => {
        report.skip(kind, 'id' in record ? record.id : '', error.message)
      })
    }
    report.save()
  }
}

function take(
  { ids, report }: Import,
  kind: ObjectKind | 'member',
  results: ImportedObjects,
  records: Records[ObjectKind | 'member'][],
): void {
  if (kind === 'member') {
    const { created, missing } = results.members
    report.count('member', 'created', created)
    for (let left = missing; left > 0; left--)
      report.skip('member', '', 'The team is full (MaxUsersPerTeam), or the user is not in the team.')
    return
  }
  const hooks = kind === 'hook' ? (records as Records['hook'][]) : []
  const names = new Map(hooks.map(hook => [hook.id, nameOfHook(hook)]))
  for (const { key, id, outcome, reason } of results[fields[kind]] as ImportedObject[]) {
    if (id !== '') ids.set(kind, key, id)
    report.name({ kind, key: names.get(key) ?? key, outcome, reason, ...(outcome === 'matched' && { id }) })
  }
}

const saveEveryMs = 2000

async function importAllPosts(running: Import, done: number, draw: (posts: number) => void): Promise<void> {
  const { report, isDry, foresight } = running
  let [read, savedAt] = [0, 0]
  for await (const batch of batches(resolved(running, 'post'))) {
    read += batch.length
    if (isDry) {
      report.count('post', 'created', batch.length)
      await bringFiles(running, batch)
      for (const post of batch) await foresight?.sawPost(post)
    } else if (read > done) await sendPosts(running, await bringFiles(running, batch))
    report.postsRead = Math.max(read, done)
    draw(report.postsRead)
    if (Date.now() > savedAt + saveEveryMs) {
      report.save()
      savedAt = Date.now()
    }
  }
}

async function sendPosts({ client, source, report, note }: Import, batch: Records['post'][]): Promise<void> {
  const send = async (records: Records['post'][]) => {
    const posts = records.map(({ author: _, files: __, ...post }) => post)
    const call = () => client.importPosts({ body: { source: source.name, posts } })
    const { known, skipped } = await persist(call, note)
    report.count('post', 'created', records.length - known - skipped.length)
    report.count('post', 'known', known)
    for (const { key, reason } of skipped) report.skip('post', key, reason)
  }
  await sendOrHalve(batch, send, ({ id }, error) => report.skip('post', id, error.message))
}
