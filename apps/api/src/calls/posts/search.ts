import { calls, maxFoundPosts } from '@posthorn/contract'
import { type PostSearch, readPostSearch } from '@posthorn/core'
import { channelsOf, findUserIds, searchPosts as search } from '@posthorn/db'
import { fairQueue } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'
import { postList } from './post-object.js'

/** A search may take a core of Postgres for as long as this; users take turns. */
const timeoutMs = 5000
const inTurn = fairQueue({ running: 1, waiting: 32 })

export const searchPosts = serve(
  calls.searchPosts,
  async ({ deps, caller: { user }, teamId, body, query: { html }, reply }) => {
    const { terms, from, channels } = readPostSearch(body.terms)
    if (terms.length + from.length + channels.length === 0) return postList([], [], html)
    const channelIds = await channelsToSearch(deps, teamId, user.id, channels)
    const size = { limit: maxFoundPosts, withHtml: html, timeoutMs }
    const searching = {
      channelIds,
      userIds: await authors(deps, from),
      terms,
      isAnyEnough: body.is_or_search ?? false,
    }
    const worked = await inTurn(user.id, () => search(deps.db, { ...searching, ...size }))
    if (worked.outcome === 'busy') return refused('search_busy')
    if (worked.result.outcome !== 'found') return refused(worked.result.outcome)
    const { posts, more } = worked.result.page
    reply.header('x-has-more', more)
    return postList(posts, [], html)
  },
)

/** The caller's own, of which those with these names where there are any. */
async function channelsToSearch({ db }: ApiDeps, teamId: string, userId: string, names: string[]) {
  const channels = await channelsOf(db, teamId, userId)
  return channels.filter(({ name }) => names.length === 0 || names.includes(name)).map(({ id }) => id)
}

async function authors({ db }: ApiDeps, from: PostSearch['from']): Promise<string[] | undefined> {
  return from.length === 0 ? undefined : [...(await findUserIds(db, from)).values()]
}
