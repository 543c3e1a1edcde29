import type { AppOverview } from '@posthorn/contract'
import { formatNumber } from '../format/locale.js'
import { Fact } from '../ui/fact.js'
import { AppIcon } from './app-icon.js'
import { AppKinds } from './app-kinds.js'
import { LastUsed } from './last-used.js'

/** Facts about an application: who registered it, and how it is used. */
export function AppSummary({ app }: { app: AppOverview }) {
  return (
    <div className="flex shrink-0 items-start gap-4 border-b border-line p-4">
      <AppIcon app={app} />
      <div className="flex min-w-0 flex-col gap-2">
        {app.description && <p className="max-w-prose text-quiet">{app.description}</p>}
        <dl className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1 text-sm">
          <Fact name="Registered by">{app.creator}</Fact>
          <Fact name="People">{formatNumber(app.users)}</Fact>
          <Fact name="Live tokens">{formatNumber(app.live_tokens)}</Fact>
          <Fact name="Last used">
            <LastUsed at={app.last_used_at} />
          </Fact>
        </dl>
        <div className="flex gap-2 empty:hidden">
          <AppKinds app={app} />
        </div>
      </div>
    </div>
  )
}
