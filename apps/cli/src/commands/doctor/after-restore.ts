import type { ApiError, HookInTeam } from '@posthorn/contract'
import { localTime } from '../../output/printable.js'
import { pages } from '../../session/pages.js'
import { type Server, typedClient } from '../../session/server.js'
import { type Finding, fine, warning } from './finding.js'

const mostHooks = 10_000

/** Reports what came back from a backup, up to when, and what a person must still check. */
export async function afterRestore(server: Server, progress: ShowProgress): Promise<Finding[]> {
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
