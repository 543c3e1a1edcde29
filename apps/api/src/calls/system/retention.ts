import { calls, type RetentionObject } from '@posthorn/contract'
import {
  channelPostDays,
  countExpired,
  maxCountedExpired,
  type PostDays,
  type RetentionScope,
  setPostDays,
  teamPostDays,
} from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isTeamAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'

export const getChannelRetention = serve(calls.getChannelRetention, async ({ deps, channel, query }) =>
  ofChannel(deps, channel.id, query.days),
)

/** Not for the channel's creator, because it deletes other people's posts for good. */
export const setChannelRetention = serve(
  calls.setChannelRetention,
  async ({ deps, caller, channel, body: { days } }) => {
    if (!(await isTeamAdmin(deps.db, caller.user, channel.teamId))) return refused('no_permission_api')
    await setPostDays(deps.db, { channelId: channel.id }, days)
    return ofChannel(deps, channel.id)
  },
)

export const getTeamRetention = serve(calls.getTeamRetention, async ({ deps, teamId, query }) =>
  ofTeam(deps, teamId, query.days),
)

export const setTeamRetention = serve(
  calls.setTeamRetention,
  async ({ deps, caller, teamId, body: { days } }) => {
    if (!(await isTeamAdmin(deps.db, caller.user, teamId))) return refused('no_permission_api')
    await setPostDays(deps.db, { teamId }, days)
    return ofTeam(deps, teamId)
  },
)

export const getServerRetention = serve(calls.getServerRetention, async ({ deps, query }) => {
  const { PostDays: days } = deps.settings()
  return withOldPosts(deps, 'server', { days, inherited_days: days }, query.days)
})

async function ofChannel(deps: ApiDeps, channelId: string, days?: number): Promise<RetentionObject> {
  const { channel, team } = await channelPostDays(deps.db, channelId)
  const inherited_days = serverOr(deps, team)
  return withOldPosts(deps, { channelId }, { days: channel, inherited_days }, days)
}

async function ofTeam(deps: ApiDeps, teamId: string, days?: number): Promise<RetentionObject> {
  const { team } = await teamPostDays(deps.db, teamId)
  return withOldPosts(deps, { teamId }, { days: team, inherited_days: serverOr(deps, null) }, days)
}

const serverOr = ({ settings }: ApiDeps, own: PostDays['team']) => own ?? settings().PostDays

async function withOldPosts(
  { db, nowMs }: ApiDeps,
  scope: RetentionScope,
  state: Pick<RetentionObject, 'days' | 'inherited_days'>,
  asked: number | undefined,
): Promise<RetentionObject> {
  const days = asked ?? state.days ?? state.inherited_days
  const found = await countExpired(db, scope, { days, nowMs: nowMs() })
  return {
    ...state,
    old_posts: Math.min(found, maxCountedExpired),
    has_more_old_posts: found > maxCountedExpired,
  }
}
