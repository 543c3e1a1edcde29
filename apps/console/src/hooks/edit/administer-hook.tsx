import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHook } from '../../data/current-hook.js'
import { useTeam } from '../../data/current-team.js'
import { useIsSystemAdmin, useMe } from '../../data/session.js'
import { membershipQuery } from '../../data/teams.js'
import { Button } from '../../ui/button.js'
import { SwitchHook } from './switch-hook.js'
import { TransferHook } from './transfer-hook.js'

/** Whether the user administers the team. Undefined until known. */
export function useIsTeamAdmin(): boolean | undefined {
  const team = useTeam()
  const me = useMe()
  const isSystemAdmin = useIsSystemAdmin()
  const { data: member, error } = useQuery({
    ...membershipQuery(team.id, me.id),
    enabled: !isSystemAdmin,
  })
  if (isSystemAdmin) return true
  return error && !member ? false : member?.roles.split(' ').includes('team_admin')
}

/** Disables or enables the hook. */
export function DisableHook() {
  const hook = useHook()
  const [isAsking, setAsking] = useState(false)
  const isDisabled = hook.disabled_at > 0
  return (
    <>
      <Button look={isDisabled ? 'plain' : 'danger'} onClick={() => setAsking(true)}>
        {isDisabled ? 'Enable webhook' : 'Disable webhook'}
      </Button>
      {isAsking && <SwitchHook hook={hook} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Offers the hook to somebody else, unless it is offered already. */
export function GiveHook() {
  const hook = useHook()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button disabled={hook.offer !== null} onClick={() => setAsking(true)}>
        Transfer webhook
      </Button>
      {isAsking && <TransferHook hook={hook} onClose={() => setAsking(false)} />}
    </>
  )
}
