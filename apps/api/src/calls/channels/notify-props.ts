import { calls } from '@posthorn/contract'
import { setMemberNotifyProps } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { channelMemberObject } from '../../objects/member-object.js'
import { mayManage } from '../../objects/profiles.js'
import { refused } from '../../refusals/refused.js'

/** A member's notification settings in this channel, for the member and system administrators. */
export const updateChannelNotifyProps = serve(
  calls.updateChannelNotifyProps,
  async ({ deps, caller, channel, body: { user_id: userId, channel_id: _, ...props } }) => {
    if (!mayManage(caller.user, userId)) return refused('no_permission_api')
    const chosen = Object.entries(props).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    )
    const member = await setMemberNotifyProps(deps.db, channel.id, userId, Object.fromEntries(chosen))
    return member ? channelMemberObject(member).notify_props : refused('not_in_channel')
  },
)
