import { calls, maxFoundChannels } from '@posthorn/contract'
import { searchChannels as find, findPublicChannels, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isSystemAdmin, isTeamAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { channelObject } from '../../objects/channel-object.js'

const limit = maxFoundChannels

export const autocompleteChannels = serve(
  calls.autocompleteChannels,
  async ({ deps, teamId, query: { term } }) =>
    (await findPublicChannels(deps.db, teamId, { term, limit })).map(channelObject),
)

export const searchJoinableChannels = serve(
  calls.searchJoinableChannels,
  async ({ deps, caller, teamId, body: { term } }) =>
    (await findPublicChannels(deps.db, teamId, { term, limit, without: caller.user.id })).map(channelObject),
)

export const searchChannels = serve(
  calls.searchChannels,
  async ({ deps, caller: { user }, teamId, query }) => {
    const { which, search: text, channel, cursor: after, limit } = query
    const by = which === 'archived' ? await restorableBy(deps, user, teamId) : {}
    const wanted = { teamId, userId: user.id, which, text, channel, after, limit: limit + 1, ...by }
    const { channels: found, total } = await find(deps.db, wanted)
    const channels = found.slice(0, limit)
    const next = found.length > limit ? (channels.at(-1)?.id ?? '') : ''
    return { channels: channels.map(channelObject), next, total }
  },
)

/** Whose archived channels a user can restore, and whether that includes private ones that they are not in. */
export async function restorableBy(
  { db }: ApiDeps,
  user: User,
  teamId: string,
): Promise<{ by?: string; readBy?: string }> {
  return {
    ...(!(await isTeamAdmin(db, user, teamId)) && { by: user.id }),
    ...(!isSystemAdmin(user) && { readBy: user.id }),
  }
}
