import type { HookObject } from '@posthorn/contract'
import { api } from '../data/client/api.js'
import { hookTitle } from '../data/hooks.js'
import { useMe } from '../data/session.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'
import { Time } from '../ui/time.js'
import { useIsTeamAdmin } from './edit/administer-hook.js'

type Offered = { hook: HookObject; offer: NonNullable<HookObject['offer']> }

/** A pending offer. The user who made it and team administrators can withdraw it. */
export function PendingOffer({ hook, offer: { to, by, expires_at } }: Offered) {
  const me = useMe()
  const isAdmin = useIsTeamAdmin()
  return (
    <section
      aria-label="Pending offer"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-accent-soft px-4 py-2"
    >
      <p className="max-w-prose">
        @{by.username} offered it to @{to.username}, who can accept until{' '}
        <Time at={expires_at} form="short" />. Until then, nothing changes.
      </p>
      {(isAdmin || by.id === me.id) && <Withdraw hook={hook} />}
    </section>
  )
}

function Withdraw({ hook }: { hook: HookObject }) {
  const { mutate, isPending, error } = useWithdrawOffer(hook)
  return (
    <>
      <Button busy={isPending} onClick={() => mutate()}>
        Withdraw
      </Button>
      {error && <FormError error={error} />}
    </>
  )
}

/** Withdraws the offer of a hook. */
export function useWithdrawOffer(hook: HookObject) {
  const whole = { params: { team: hook.team_id }, body: { id: hook.id } }
  return useAdminister(() => api.withdrawHookOffer(whole), {
    done: `Withdrew the offer of ${hookTitle(hook)}`,
  })
}
