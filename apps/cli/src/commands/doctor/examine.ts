import { statfsSync } from 'node:fs'
import type { ApiError, HookInTeam } from '@posthorn/contract'
import { type CommandContext, cliVersion } from '../../context.js'
import { Failure } from '../../failure.js'
import { localTime, printableLine } from '../../output/printable.js'
import { openProgress } from '../../output/progress.js'
import { pages } from '../../session/pages.js'
import { type Server, typedClient } from '../../session/server.js'

/** What a check found. `fix` says what to do about it. */
type Finding = { id: string; state: 'ok' | 'warning' | 'broken'; message: string; fix: string }

/** Returns the finding of a check that found nothing wrong. */
const fine = (id: string, message: string): Finding => ({ id, state: 'ok', message, fix: '' })

/** Returns the finding of a check that found something that should be changed soon. */
const warning = (id: string, message: string, fix: string): Finding => ({
  id,
  state: 'warning',
  message,
  fix,
})

/** Returns the finding of a check that found something that stops deliveries. */
const broken = (id: string, message: string, fix: string): Finding => ({
  id,
  state: 'broken',
  message,
  fix,
})

export type DoctorOptions = { dataDir: string; afterRestore?: true }

const marks = { ok: ['green', '✓'], warning: ['yellow', '!'], broken: ['red', '✗'] } as const

/** Checks the server and prints each finding as it comes. @throws Failure if something is broken */
export async function examine(context: CommandContext, options: DoctorOptions): Promise<void> {
  const server = await context.server()
  const findings: Finding[] = []
  const report = (found: Finding[]) => {
    for (const finding of found) show(context, finding)
    findings.push(...found)
  }
  const { version, found } = await serverAndClock(server)
  report(found)
  report(await disk(options.dataDir))
  report(await forAdministrators(context, server, version, options))
  const count = findings.filter(({ state }) => state === 'broken').length
  if (count > 0) throw new Failure(`${count} of ${findings.length} checks found something broken.`)
}

async function forAdministrators(
  { out }: CommandContext,
  server: Server,
  version: string,
  options: DoctorOptions,
): Promise<Finding[]> {
  const { roles } = await server.client.getMe()
  if (!roles.includes('system_admin'))
    return [
      warning(
        'session',
        `Only system administrators can see ${options.afterRestore ? 'what came back' : 'the pipeline'}.`,
        `Log in as one for the other checks: posthorn login ${server.url}`,
      ),
    ]
  const found = await pipeline(server, version)
  return options.afterRestore
    ? [...found, ...(await afterRestore(server, openProgress(out, 'files')))]
    : found
}

function show({ out }: CommandContext, finding: Finding): void {
  const { id, state, message, fix } = finding
  const [color, mark] = marks[state]
  if (out.isJson) out.json(finding)
  else if (!out.isQuiet || state !== 'ok') {
    out.line(`${out.style(color, mark)} ${id}: ${printableLine(message)}`)
    if (fix !== '') out.line(`    ${printableLine(fix)}`)
  }
}

const maxClockErrorMs = 2000
const gibibyte = 1024 ** 3
const least = { warningGib: 5, brokenGib: 0.5 }

/** Compares versions and clocks. The clock is read in the middle of a call, so a slow network counts for little. */
async function serverAndClock({ client, url }: Server): Promise<{ version: string; found: Finding[] }> {
  const before = Date.now()
  const { version, server_time } = await client.ping()
  const tookMs = Date.now() - before
  const errorMs = Number(server_time) - (before + tookMs / 2)
  const seconds = `${(Math.abs(errorMs) / 1000).toFixed(1)} s`
  return {
    version,
    found: [
      fine('server', `${url} responded in ${tookMs} ms with version ${version}.`),
      version === cliVersion()
        ? fine('version', 'The command line has the same version.')
        : warning(
            'version',
            `The command line has version ${cliVersion()}.`,
            'Use the version of the server.',
          ),
      Math.abs(errorMs) <= maxClockErrorMs + tookMs / 2
        ? fine('clock', `The clocks differ by ${seconds}.`)
        : warning(
            'clock',
            `The server’s clock is ${seconds} ${errorMs > 0 ? 'ahead of' : 'behind'} this machine’s.`,
            'Synchronize both with NTP. Channels show posts in the order of the ingress’s clock.',
          ),
    ],
  }
}

/** Checks the space for Postgres and Redis. Finds nothing if the folder is not on this machine. */
async function disk(dataDir: string): Promise<Finding[]> {
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    const gib = (bavail * bsize) / gibibyte
    const message = `${gib.toFixed(1)} GiB are free for ${dataDir}.`
    const fix = 'Free some space, or lower DELIVERY_DAYS. Without space, Redis stops and senders get 503.'
    if (gib < least.brokenGib) return [broken('disk', message, fix)]
    return [gib < least.warningGib ? warning('disk', message, fix) : fine('disk', message)]
  } catch {
    return []
  }
}

/** Reports what the server knows about itself: Redis, Postgres, its promises, processes and backlog. */
async function pipeline({ client }: Server, version: string): Promise<Finding[]> {
  const { problems, checks, backlog } = await client.getHealth()
  const found = problems.map(({ part, severity, message, since_at, advice }) => {
    const since = since_at === 0 ? '' : ` Since ${localTime(since_at)}.`
    return (severity === 'broken' ? broken : warning)(part, message + since, advice)
  })
  const parts = new Set<string>(found.map(({ id }) => id))
  for (const { part, ok } of checks) if (ok && !parts.has(part)) found.push(fine(part, 'It responds.'))
  if (!parts.has('durability'))
    found.push(fine('durability', 'Redis and Postgres keep what Posthorn promises.'))
  if (backlog && !parts.has('backlog'))
    found.push(fine('backlog', `${backlog.deliveries} deliveries are waiting.`))
  return [...found, ...(await processes(client, version))]
}

async function processes(client: Server['client'], version: string): Promise<Finding[]> {
  const { alive } = await client.listProcesses()
  const others = alive.filter(one => one.version !== version)
  const names = alive.map(({ name }) => name).join(', ')
  if (alive.length === 0) return [] // the server has reported that as broken
  if (others.length === 0)
    return [fine('processes', `${alive.length} are running, all of the same version: ${names}.`)]
  const list = others.map(one => `${one.name} ${one.pid} on ${one.host} (${one.version})`).join(', ')
  return [warning('processes', `These have another version: ${list}.`, 'Finish the update: restart them.')]
}

const mostHooks = 10_000

/** Reports what came back from a backup, up to when, and what a person must still check. */
async function afterRestore(server: Server, progress: ShowProgress): Promise<Finding[]> {
  const { client } = server
  const [users, teams, settings, audit, hooks] = await Promise.all([
    client.searchAccounts({ query: { limit: 1 } }),
    client.searchTeams({ query: { limit: 1 } }),
    client.listSettings(),
    client.listAudit({ query: { limit: 1 } }),
    pages(mostHooks, async (cursor, limit) => {
      const page = await client.searchAllHooks({ query: { cursor, limit } })
      return { items: page.hooks, next: page.next }
    }),
  ])
  const saved = settings.filter(({ source }) => source === 'saved').length
  const counts = `${users.total} users, ${teams.total} teams, ${hooks.length} webhooks, ${saved} saved settings`
  return [
    users.total > 1 || hooks.length > 0
      ? fine('restored', `${counts}.`)
      : warning(
          'restored',
          `Almost nothing: ${counts}.`,
          'Check that DATABASE_URL names the restored database.',
        ),
    newest(hooks, audit.entries[0]?.create_at ?? 0),
    ...signatures(hooks),
    ...(await files(server, progress)),
  ]
}

/** Everything that was accepted after the backup began is missing. */
function newest(hooks: HookInTeam[], changedAt: number): Finding {
  const usedAt = Math.max(0, ...hooks.map(hook => hook.last_used_at))
  const used = usedAt === 0 ? 'No webhook was ever used' : `The last webhook was used ${localTime(usedAt)}`
  const changed = changedAt === 0 ? 'nothing was changed' : `the last change was ${localTime(changedAt)}`
  return warning(
    'missing',
    `${used}, and ${changed}. Everything between the backup and the restore is missing.`,
    'Senders with idempotency keys can repeat their calls since then: nothing is posted twice.',
  )
}

/** The server cannot verify signatures if it has another SECRETS_KEY than before. */
function signatures(hooks: HookInTeam[]): Finding[] {
  const signed = hooks.filter(({ signature }) => signature !== null).map(one => one.display_name || one.id)
  if (signed.length === 0) return []
  const fix = 'Check that SECRETS_KEY is the same as before: without it, their senders get 503.'
  return [warning('signatures', `These webhooks verify signatures: ${signed.join(', ')}.`, fix)]
}

type ShowProgress = (done: number, total: number) => void

type Missing = Awaited<ReturnType<Server['client']['listMissingFiles']>>['missing']

const shown = 5

/** Compares the files of posts with the storage, in both directions. Finds nothing on a server without a storage. */
async function files({ url, token }: Server, progress: ShowProgress): Promise<Finding[]> {
  const client = await typedClient(url, token, () => {}, { reportsBusy: true })
  try {
    return [await missing(client, progress), await orphans(client)]
  } catch (error) {
    const { status = 0, message } = error as Partial<ApiError>
    if (status === 501) return [] // it stores no files
    if (status !== 503) throw error
    const fix = 'Repeat this when the storage responds.'
    return [warning('files', `The files could not be checked: ${message}`, fix)]
  }
}

async function missing(client: Server['client'], progress: ShowProgress): Promise<Finding> {
  const found: Missing = []
  let [checked, after] = [0, '']
  do {
    const page = await client.listMissingFiles({ query: after === '' ? {} : { after } })
    found.push(...page.missing)
    checked += page.checked
    after = page.next
    progress(checked, after === '' ? checked : page.total)
  } while (after !== '')
  if (found.length === 0) return fine('files', `All ${checked} files of posts have their bytes.`)
  const some = found.slice(0, shown).map(({ id, name }) => `${name} (${id})`)
  const more = found.length > shown ? `, and ${found.length - shown} more` : ''
  return warning(
    'files',
    `${found.length} of ${checked} files of posts have no bytes: ${some.join(', ')}${more}.`,
    'Copy them from an older backup into FILES_DIR, or bring back their versions in the bucket.',
  )
}

/** They do no harm. */
async function orphans(client: Server['client']): Promise<Finding> {
  const { listed, orphans: count, complete } = await client.countOrphanFiles()
  const among = complete ? `${listed}` : `the first ${listed}`
  const message = `${count} of ${among} stored files older than a day belong to no post.`
  return fine('orphans', count === 0 ? message : `${message} Posthorn deletes them within a day.`)
}
