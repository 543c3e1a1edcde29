import type { HookObject } from '@posthorn/contract'
import { api } from '../../data/client/api.js'
import { hookTitle } from '../../data/hooks.js'
import { Confirm } from '../../server/confirm.js'
import { useAdminister } from '../../system/use-administer.js'

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
