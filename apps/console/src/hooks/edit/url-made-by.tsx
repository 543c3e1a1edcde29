import type { HookObject } from '@posthorn/contract'
import { useMe } from '../../data/session.js'

type Restricted = { hook: HookObject; maker: NonNullable<HookObject['url_made_by']> }

/** That a URL does not have its creator's consent, what that means, and how they give it. */
export function UrlMadeBy({ hook, maker }: Restricted) {
  const isCreator = useMe().id === hook.user_id
  return (
    <section aria-label="Who made its URL" className="rounded-lg bg-warn-soft px-4 py-2 text-warn">
      @{maker.username} regenerated its URL, so it posts only to channels that both they and{' '}
      {isCreator ? 'you' : 'its creator'} can read, and to nobody directly.{' '}
      {isCreator ? 'Regenerate it to make it yours.' : 'Its creator can regenerate it to make it theirs.'}
    </section>
  )
}

/** Says to anyone but a webhook's creator what becomes of a URL that they make, or of what they send. */
export function NotYourHook({ hook, what }: { hook: HookObject; what: string }) {
  if (useMe().id === hook.user_id) return null
  return (
    <p className="text-sm text-quiet">
      You did not create this webhook. {what} only to channels that both you and its creator can read, and to
      nobody directly.
    </p>
  )
}
