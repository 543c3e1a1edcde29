import type { AppOverview } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { formatNumber } from '../format/locale.js'
import { cellClasses, rowLinkClasses } from '../ui/list.js'
import { AppIcon } from './app-icon.js'
import { AppKinds } from './app-kinds.js'
import { LastUsed } from './last-used.js'

const numberClasses = `${cellClasses} text-right tabular-nums max-lg:hidden`

/** An application as a table row that opens it. */
export function AppRow({ app }: { app: AppOverview }) {
  return (
    <tr className="relative hover:bg-hover focus-within:bg-hover">
      <td className={cellClasses}>
        <Description app={app} />
      </td>
      <td dir="auto" className={`${cellClasses} truncate max-lg:hidden`} title={app.creator}>
        {app.creator}
      </td>
      <td className={numberClasses}>{formatNumber(app.users)}</td>
      <td className={numberClasses}>{formatNumber(app.live_tokens)}</td>
      <td className={`${cellClasses} whitespace-nowrap text-quiet max-md:hidden`}>
        <LastUsed at={app.last_used_at} />
      </td>
    </tr>
  )
}

function Description({ app }: { app: AppOverview }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <AppIcon app={app} />
      <div className="min-w-0">
        <Name app={app} />
        {app.description && (
          <p dir="auto" className="truncate text-left text-sm text-quiet" title={app.description}>
            {app.description}
          </p>
        )}
      </div>
    </div>
  )
}

function Name({ app }: { app: AppOverview }) {
  const { name: team } = useTeam()
  const to = '/$team/integrations/apps/$app'
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Link
        data-row
        to={to}
        params={{ team, app: app.id }}
        dir="auto"
        title={app.name}
        className={`truncate font-medium ${rowLinkClasses}`}
      >
        {app.name}
      </Link>
      <AppKinds app={app} />
    </div>
  )
}
