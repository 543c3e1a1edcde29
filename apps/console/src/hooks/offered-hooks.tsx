import type { HookObject, OfferedHook } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../data/client/api.js'
import { hookOffersQuery, hookTitle } from '../data/hooks.js'
import { useMe } from '../data/session.js'
import { useTeam } from '../data/teams.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'
import { Time } from '../ui/time.js'
import { useIsTeamAdmin } from './edit/administer-hook.js'

/** The hooks that are offered to the viewer, each with what accepting it means. */
export function OfferedHooks() {
  const team = useTeam()
  const { data: hooks = [] } = useQuery(hookOffersQuery(team.id))
  if (hooks.length === 0) return null
  return (
    <div className="flex flex-col gap-3 px-4 pt-3">
      {hooks.map(hook => (
        <Offer key={hook.id} hook={hook} />
      ))}
    </div>
  )
}

function Offer({ hook }: { hook: OfferedHook }) {
  const title = hookTitle(hook)
  return (
    <section
      aria-label={`Offer of ${title}`}
      className="flex max-w-3xl flex-col gap-3 rounded-lg border border-line bg-accent-soft p-4 wrap-anywhere"
    >
      <h2 className="font-medium">
        @{hook.by.username} offers you the webhook “{title}”
      </h2>
      <Consequence hook={hook} />
      <Answers hook={hook} />
    </section>
  )
}

function Consequence({ hook: { channel, channel_locked, creator, expires_at } }: { hook: OfferedHook }) {
  return (
    <>
      <p className="max-w-prose">
        If you accept it, anyone who has its URL can post with your permissions, in your name:{' '}
        {channel_locked
          ? `in ${channel.display_name}, to which it is locked.`
          : `in ${channel.display_name}, in every other channel that you can read, and in direct messages.`}
      </p>
      <p className="text-sm text-quiet">
        Created by {creator.username}. Nothing changes until you accept. The offer expires{' '}
        <Time at={expires_at} form="short" />.
      </p>
    </>
  )
}

function Answers({ hook }: { hook: OfferedHook }) {
  const title = hookTitle(hook)
  const whole = { params: { team: hook.team_id }, body: { id: hook.id } }
  const accepting = useAdminister(() => api.acceptHook(whole), { done: `${title} is yours now` })
  const declining = useAdminister(() => api.declineHook(whole), { done: `Declined ${title}` })
  const error = accepting.error ?? declining.error
  const busy = accepting.isPending || declining.isPending
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="primary" busy={busy} onClick={() => accepting.mutate()}>
        Accept
      </Button>
      <Button busy={busy} onClick={() => declining.mutate()}>
        Decline
      </Button>
      {error && <FormError error={error} />}
    </div>
  )
}

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
