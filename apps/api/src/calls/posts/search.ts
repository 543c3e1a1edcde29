import { calls, maxFoundPosts, maxSearchWordLength, maxSearchWords } from '@posthorn/contract'
import {
  channelIdsOf,
  findUserIds,
  idsBetween,
  type PostSearch,
  readPostSearch,
  searchPosts as search,
} from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { postList } from '../../objects/post-object.js'
import { refused } from '../../refusals/refused.js'

export const searchPosts = serve(
  calls.searchPosts,
  async ({ deps, caller: { user }, teamId, body, query: { html }, reply }) => {
    const wanted = readPostSearch(body.terms)
    const { terms, from, channels, has } = wanted
    const tooMuch = whyTooMuch(wanted)
    if (tooMuch !== undefined) return refused('bad_parameter', `Invalid terms parameter: ${tooMuch}.`)
    const days = daysOf(wanted)
    const isEmpty = terms.length + from.length + channels.length + has.length === 0 && !days
    if (isEmpty) return postList([], [], html)
    const channelIds = await channelIdsOf(deps.db, { teamId, userId: user.id, names: channels })
    const { posts, more } = await search(deps.db, {
      channelIds,
      userIds: await authors(deps, from),
      terms,
      has,
      ...days,
      isAnyEnough: body.is_or_search ?? false,
      limit: maxFoundPosts,
      withHtml: html,
    })
    reply.header('x-has-more', more)
    return postList(posts, [], html)
  },
)

/** Returns the bounds of the IDs, if the search has dates. */
function daysOf({ fromMs, toMs }: PostSearch): { first: string; end: string } | undefined {
  if (fromMs === undefined && toMs === undefined) return undefined
  const { first, end } = idsBetween(fromMs ?? 0, Number.MAX_SAFE_INTEGER)
  return { first, end: toMs === undefined ? end : idsBetween(toMs, toMs).first }
}

/** Each word is searched in many posts. */
function whyTooMuch({ terms, from, channels }: PostSearch): string | undefined {
  const words = [...terms.flatMap(({ text }) => text.split(/\s+/)), ...from, ...channels]
  if (words.length > maxSearchWords) return `a search has at most ${maxSearchWords} words and names`
  const isTooLong = words.some(word => word.length > maxSearchWordLength)
  return isTooLong ? `a word in it has at most ${maxSearchWordLength} characters` : undefined
}

async function authors({ db }: ApiDeps, from: PostSearch['from']): Promise<string[] | undefined> {
  return from.length === 0 ? undefined : [...(await findUserIds(db, from)).values()]
}
