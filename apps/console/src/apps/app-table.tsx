import type { AppObject, AppOverview } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTeam } from '../data/teams.js'
import { formatNumber } from '../format/locale.js'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { Avatar } from '../ui/avatar.js'
import { Badge } from '../ui/badge.js'
import { cellClasses, headClasses, rowLinkClasses } from '../ui/list.js'
import { LastUsed } from './last-used.js'

/** A table of applications. */
export function AppTable({ apps }: { apps: AppOverview[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useListKeys(body)
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Applications</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th className={headClasses}>Application</th>
          <th className={`${headClasses} w-40 max-lg:hidden`}>Registered by</th>
          <th className={`${headClasses} w-24 text-right max-lg:hidden`} title="People who authorized it">
            People
          </th>
          <th className={`${headClasses} w-28 text-right max-lg:hidden`} title="Tokens that have not expired">
            Live tokens
          </th>
          <th className={`${headClasses} w-36`}>Last used</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {apps.map(app => (
          <AppRow key={app.id} app={app} />
        ))}
      </tbody>
    </table>
  )
}

const numberClasses = `${cellClasses} text-right tabular-nums max-lg:hidden`

/** An application as a table row that opens it. */
function AppRow({ app }: { app: AppOverview }) {
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

/** An application's icon, loaded over https only. */
export function AppIcon({ app, size }: { app: Pick<AppObject, 'name' | 'icon_url'>; size?: 'md' | 'lg' }) {
  const src = app.icon_url.startsWith('https://') ? app.icon_url : undefined
  return <Avatar name={app.name} src={src} {...(size && { size })} />
}

/** Badges for public and trusted applications. */
export function AppKinds({ app }: { app: AppObject }) {
  return (
    <>
      {app.is_public && <Badge>Public</Badge>}
      {app.is_trusted && <Badge look="accent">Trusted</Badge>}
    </>
  )
}
