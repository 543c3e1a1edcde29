import { type HookObject, hookOfferDays } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/client/api.js'
import { hookTitle, useHook } from '../../data/hooks.js'
import { useIsSystemAdmin, useMe } from '../../data/session.js'
import { membershipQuery, useTeam } from '../../data/teams.js'
import { Confirm } from '../../server/confirm.js'
import { useAdminister } from '../../system/use-administer.js'
import { Button } from '../../ui/button.js'
import { Field } from '../../ui/forms/field.js'

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

type SwitchHookProps = { hook: HookObject; onClose: () => void }

const words = {
  Enable: 'Its URL works again, unchanged.',
  Disable:
    'Calls are refused until you enable it again. Its URL stays the same, and deliveries that were already accepted are still posted.',
}

/** Asks before disabling or enabling a hook. */
export function SwitchHook({ hook, onClose }: SwitchHookProps) {
  const isDisabled = hook.disabled_at > 0
  const verb = isDisabled ? 'Enable' : 'Disable'
  const whole = { params: { team: hook.team_id }, body: { id: hook.id } }
  const change = () => (isDisabled ? api.enableHook(whole) : api.disableHook(whole))
  const doing = useAdminister(change, { done: `${verb}d ${hookTitle(hook)}`, onDone: onClose })
  return (
    <Confirm
      title={`${verb} ${hookTitle(hook)}?`}
      action={`${verb} webhook`}
      look={isDisabled ? 'primary' : 'danger'}
      doing={doing}
      onConfirm={() => doing.mutate()}
      onClose={onClose}
    >
      <p className="text-quiet">{words[verb]}</p>
    </Confirm>
  )
}

type TransferHookProps = { hook: HookObject; onClose: () => void }

/** Asks for the user to offer the hook to. */
export function TransferHook({ hook, onClose }: TransferHookProps) {
  const [name, setName] = useState('')
  const username = name.trim().replace(/^@/, '').toLowerCase()
  const doing = useAdminister(
    async () => {
      const { id: user_id } = await api.getUserByUsername({ params: { username } })
      return api.transferHook({ params: { team: hook.team_id }, body: { id: hook.id, user_id } })
    },
    { done: `Offered ${hookTitle(hook)} to ${username}`, onDone: onClose },
  )
  return (
    <Confirm
      title={`Transfer ${hookTitle(hook)}`}
      action="Offer webhook"
      disabled={username === ''}
      doing={doing}
      onConfirm={() => doing.mutate()}
      onClose={onClose}
    >
      <Field
        label="To the user"
        hint="An active member of its team who can read its channel."
        value={name}
        onChange={event => setName(event.target.value)}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <p className="text-quiet">
        They get a message and can accept within {hookOfferDays} days. Until then, nothing changes. After
        that, the webhook posts with their permissions: it can use their private channels, but no longer those
        that only the old creator belongs to. Its URL and history stay the same.
      </p>
    </Confirm>
  )
}
