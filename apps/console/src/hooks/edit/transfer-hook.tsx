import { type HookObject, hookOfferDays } from '@posthorn/contract'
import { useState } from 'react'
import { api } from '../../data/client/api.js'
import { hookTitle } from '../../data/hooks.js'
import { Confirm } from '../../server/confirm.js'
import { useAdminister } from '../../system/use-administer.js'
import { Field } from '../../ui/forms/field.js'

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
