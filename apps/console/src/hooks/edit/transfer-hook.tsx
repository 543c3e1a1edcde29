import { type HookObject, hookOfferDays } from '@posthorn/contract'
import { useState } from 'react'
import { api } from '../../data/client/api.js'
import { hookTitle } from '../../data/hooks.js'
import { useAdminister } from '../../system/use-administer.js'
import { Confirm } from '../../ui/forms/confirm.js'
import { Field } from '../../ui/forms/field.js'

type TransferHookProps = { hook: HookObject; onClose: () => void }

/** Asks to whom a hook is offered. */
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
        They are told, and can accept it for {hookOfferDays} days. Until then its creator stays the same.
        After that it posts with their permissions: to private channels that they are in, and no longer to
        those that only the old creator was in. Its URL and its history stay.
      </p>
    </Confirm>
  )
}
