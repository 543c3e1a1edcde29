import type { HookObject } from '@posthorn/contract'
import { useState } from 'react'
import { api } from '../data/api.js'
import { hookTitle } from '../data/hooks.js'
import { useAdminister } from '../system/use-administer.js'
import { Confirm } from '../ui/confirm.js'
import { Field } from '../ui/field.js'

type TransferHookProps = { hook: HookObject; onClose: () => void }

/** Asks whose a hook is to be from now on. */
export function TransferHook({ hook, onClose }: TransferHookProps) {
  const [name, setName] = useState('')
  const username = name.trim().replace(/^@/, '').toLowerCase()
  const doing = useAdminister(
    async () => {
      const { id: user_id } = await api.getUserByUsername({ params: { username } })
      return api.transferHook({ params: { team: hook.team_id }, body: { id: hook.id, user_id } })
    },
    { done: `${hookTitle(hook)} is ${username}’s now`, onDone: onClose },
  )
  return (
    <Confirm
      title={`Transfer ${hookTitle(hook)}`}
      action="Transfer webhook"
      disabled={username === ''}
      doing={doing}
      onConfirm={() => doing.mutate()}
      onClose={onClose}
    >
      <Field
        label="To the user"
        hint="A member of its team who is active."
        value={name}
        onChange={event => setName(event.target.value)}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <p className="text-quiet">
        Its URL and its history stay. It posts as its new creator may: to private channels that they are in,
        and no longer to those that only the old one was in.
      </p>
    </Confirm>
  )
}
