import type { HookObject } from '@posthorn/contract'
import { useMe } from '../../data/session.js'

type Restricted = { hook: HookObject; maker: NonNullable<HookObject['url_made_by']> }

/** Warns that the creator has not consented to a URL, and explains how to consent. */
export function UrlMadeBy({ hook, maker }: Restricted) {
  const isCreator = useMe().id === hook.user_id
  return (
    <section aria-label="Restricted URL" className="rounded-lg bg-warn-soft px-4 py-2 text-warn">
      @{maker.username} regenerated its URL, so it posts only to channels that both they and{' '}
      {isCreator ? 'you' : 'its creator'} can read, and sends no direct messages.{' '}
      {isCreator ? 'Regenerate it to make it yours.' : 'Its creator can regenerate it to make it theirs.'}
    </section>
  )
}

/** Warns users who are not the hook's creator. `what` is what they are about to create or send, with its verb. */
export function NotYourHook({ hook, what }: { hook: HookObject; what: string }) {
  if (useMe().id === hook.user_id) return null
  return (
    <p className="text-sm text-quiet">
      You did not create this webhook. {what} only to channels that both you and its creator can read, and
      can’t send direct messages.
    </p>
  )
}
