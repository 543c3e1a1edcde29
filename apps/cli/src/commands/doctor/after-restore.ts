import type { HookInTeam } from '@posthorn/contract'
import { localTime } from '../../output/printable.js'
import { pages } from '../../session/pages.js'
import type { Server } from '../../session/server.js'
import { files, type ShowProgress } from './files.js'
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
