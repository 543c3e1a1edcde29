import type { AccountOverview } from '@posthorn/contract'
import { useState } from 'react'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { Confirm } from '../server/confirm.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'

/** Deactivates or reactivates another user. */
export function AccountActive({ account }: { account: AccountOverview }) {
  const [isAsking, setAsking] = useState(false)
  const me = useMe()
  const activating = useAdminister(
    () => api.updateUserActive({ body: { user_id: account.id, active: 'true' } }),
    { done: `Activated ${account.username}` },
  )
  if (account.id === me.id)
    return (
      <p className="text-quiet">You can’t deactivate your own account. Ask another system administrator.</p>
    )
  if (account.delete_at > 0)
    return (
      <>
        <p className="text-quiet">
          Webhooks that were disabled with the account stay disabled until you enable them.
        </p>
        {activating.error && <FormError error={activating.error} />}
        <div>
          <Button
            busy={activating.isPending}
            aria-label={`Activate ${account.username}`}
            onClick={() => activating.mutate()}
          >
            Activate
          </Button>
        </div>
      </>
    )
  return (
    <>
      <div>
        <Button look="danger" aria-label={`Deactivate ${account.username}`} onClick={() => setAsking(true)}>
          Deactivate
        </Button>
      </div>
      {isAsking && <Deactivate account={account} onClose={() => setAsking(false)} />}
    </>
  )
}

type Hooks = 'keep' | 'stop'

const choices: { value: Hooks; words: string }[] = [
  { value: 'keep', words: 'Keep running, in public channels only' },
  { value: 'stop', words: 'Disable, so that all calls are refused' },
]

/** Asks before deactivating a user, and what happens to their webhooks. */
function Deactivate({ account, onClose }: { account: AccountOverview; onClose: () => void }) {
  const [hooks, setHooks] = useState<Hooks>()
  const { username, live_hooks } = account
  const isOpen = live_hooks > 0 && hooks === undefined
  const doing = useAdminister(
    () => api.updateUserActive({ body: { user_id: account.id, active: 'false', ...(hooks && { hooks }) } }),
    { done: `Deactivated ${username}`, onDone: onClose },
  )
  const asking = { title: `Deactivate ${username}?`, action: 'Deactivate', look: 'danger' } as const
  return (
    <Confirm {...asking} disabled={isOpen} doing={doing} onConfirm={() => doing.mutate()} onClose={onClose}>
      <p className="text-quiet">
        This logs them out everywhere and ends their applications’ access. You can activate the account again.
      </p>
      {live_hooks > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-medium">
            What should happen to {live_hooks === 1 ? 'their webhook' : `their ${live_hooks} webhooks`}?
          </legend>
          {choices.map(({ value, words }) => (
            <label key={value} className="flex items-center gap-2">
              <input
                type="radio"
                name="hooks"
                value={value}
                checked={hooks === value}
                onChange={() => setHooks(value)}
                className="size-4 shrink-0"
              />
              {words}
            </label>
          ))}
        </fieldset>
      )}
    </Confirm>
  )
}
