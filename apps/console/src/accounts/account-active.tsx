import type { AccountOverview } from '@posthorn/contract'
import { useState } from 'react'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'
import { Deactivate } from './deactivate.js'

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
