import { calls } from '@posthorn/contract'
import { createTeam as storeTeam } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { isSystemAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { addedToTeam } from '../../live/events.js'
import { teamObject } from '../../objects/team-object.js'
import { refused } from '../../refusals/refused.js'
import { teamFieldsOf, validateTeam } from './validate-team.js'

/** The creator becomes the team's administrator and joins its default channels. */
export const createTeam = serve(calls.createTeam, async ({ caller: { user }, body, deps }) => {
  const { EnableTeamCreation, MaxTeamsPerUser } = deps.settings()
  const isRoot = isSystemAdmin(user)
  if (!EnableTeamCreation && !isRoot) return refused('no_permission_api')
  const fields = teamFieldsOf(body)
  const mistake = validateTeam(fields)
  if (mistake) return refused(mistake)
  const team = {
    ...fields,
    id: newId(),
    nowMs: deps.nowMs(),
    creatorId: user.id,
    inviteId: newSecret(),
    channelIds: [newId(), newId()] as [string, string],
  }
  const created = await storeTeam(deps.db, team, isRoot ? Number.POSITIVE_INFINITY : MaxTeamsPerUser)
  if (created.outcome !== 'created') return refused(created.outcome)
  deps.live.publish(addedToTeam(created.team.id, user.id))
  return teamObject(created.team, true)
})
