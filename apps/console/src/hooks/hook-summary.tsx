import type { HookObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { failuresQuery, latestDeliveryQuery } from '../data/deliveries.js'
import { useTeam } from '../data/teams.js'
import { lostFieldsQuery } from '../data/trials.js'
import { userQuery } from '../data/users.js'
import { DeliveryLink } from '../deliveries/delivery-facts.js'
import { Fact } from '../ui/fact.js'
import { Icon } from '../ui/icon.js'
import { Time } from '../ui/time.js'
import { UrlMadeBy } from './edit/regenerate-url.js'
import { ChannelName } from './list/channel-name.js'
import { failedWords, HookBadges } from './list/hook-row-parts.js'
import { PendingOffer } from './offered-hooks.js'

/** How many deliveries of a failing hook were rejected, and why the latest was. */
function WhyFailing({ hook: { id, failing_since } }: { hook: HookObject }) {
  const team = useTeam()
  const ofHook = { team: team.id, hook: id }
  const { data: failures } = useQuery(failuresQuery(ofHook))
  const isFailing = failures?.isFailing ?? false
  const { data: last } = useQuery({
    ...latestDeliveryQuery(ofHook, { outcome: 'rejected' }),
    enabled: isFailing,
  })
  if (!failures || !isFailing) return null
  return (
    <section aria-label="Why it fails" className="rounded-lg bg-bad-soft px-4 py-2 text-bad">
      <p>
        Failing: {failedWords(failures.rejected, failures.delivered)}
        {failing_since > 0 && (
          <>
            , and all since <Time at={failing_since} form="short" />
          </>
        )}
        .
      </p>
      {last && (
        <p>
          {last.message} <DeliveryLink hook={id} delivery={last.id} words="Show the delivery" />
        </p>
      )}
    </section>
  )
}

/** Since when a hook is disabled, and who can enable it. */
function WhyDisabled({ hook }: { hook: HookObject }) {
  return (
    <section aria-label="Disabled" className="rounded-lg bg-warn-soft px-4 py-2 text-warn">
      Disabled since <Time at={hook.disabled_at} form="short" />. All calls are refused. A team administrator
      can enable it under Settings.
    </section>
  )
}

/** Fields that the template uses and that the sender no longer sends. */
function LostFields({ hook: { id, template_version } }: { hook: HookObject }) {
  const team = useTeam()
  const query = lostFieldsQuery({ team: team.id, hook: id })
  const { data: lost = [] } = useQuery({ ...query, enabled: template_version > 0 })
  const [newest] = lost
  if (!newest) return null
  return (
    <section aria-label="Lost fields" className="rounded-lg bg-warn-soft px-4 py-2 text-warn">
      <p className="wrap-anywhere">
        The template uses {lost.length === 1 ? 'a field' : 'fields'} that the sender no longer sends:{' '}
        {lost.map(({ field }, index) => (
          <Fragment key={field}>
            {index > 0 && ', '}
            <code className="font-mono">{field}</code>
          </Fragment>
        ))}
        .
      </p>
      <p>
        Found <Time at={newest.told_at} form="short" />. Save a corrected template to end this message.{' '}
        <DeliveryLink hook={id} delivery={newest.delivery} words="Show the delivery" />
      </p>
    </section>
  )
}

/** Facts about a hook, and what is wrong with it. */
export function HookSummary({ hook }: { hook: HookObject }) {
  return (
    <HookFacts hook={hook}>
      {hook.offer && <PendingOffer hook={hook} offer={hook.offer} />}
      {hook.url_made_by && <UrlMadeBy hook={hook} maker={hook.url_made_by} />}
      {hook.disabled_at > 0 && <WhyDisabled hook={hook} />}
      <WhyFailing hook={hook} />
      <LostFields hook={hook} />
    </HookFacts>
  )
}

/** Facts about a hook that every member may know. */
export function HookFacts({ hook, children }: { hook: HookObject; children?: ReactNode }) {
  const { data: creator } = useQuery(userQuery(hook.user_id))
  return (
    <div className="flex shrink-0 flex-col gap-2 px-4 pt-3 pb-2">
      {hook.description && <p className="max-w-prose text-quiet">{hook.description}</p>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <dl className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1 text-sm">
          <Fact name="Posts to">
            <ChannelName id={hook.channel_id} isLinked />
            {hook.channel_locked && (
              <span title="Locked to this channel">
                <Icon name="lock" className="size-3 text-quiet" />
                <span className="sr-only">(locked to it)</span>
              </span>
            )}
          </Fact>
          <Fact name="Created by">{creator?.username ?? '…'}</Fact>
          <Fact name="Last used">
            {hook.last_used_at ? <Time at={hook.last_used_at} form="ago" /> : 'never'}
          </Fact>
        </dl>
        <div className="flex gap-2 empty:hidden">
          <HookBadges hook={hook} />
        </div>
      </div>
      {children}
    </div>
  )
}
