import type { HookObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTeam } from '../data/current-team.js'
import { hookTitle } from '../data/hooks.js'
import { userQuery } from '../data/users.js'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { rowLinkClasses } from '../ui/list.js'
import { Time } from '../ui/time.js'
import { ChannelName } from './channel-name.js'
import { HookBadges } from './hook-summary.js'

const headClasses = 'h-9 px-4 text-left text-sm font-medium text-quiet'
const cellClasses = 'border-t border-line px-4 py-2'

/** Hooks under each other: each row opens its hook. Where there is no room for columns, they stand below the title. */
export function HookTable({ hooks }: { hooks: HookObject[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useListKeys(body)
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Incoming webhooks</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th className={headClasses}>Webhook</th>
          <th className={`${headClasses} w-48`}>Channel</th>
          <th className={`${headClasses} w-40`}>Created by</th>
          <th className={`${headClasses} w-36`}>Last used</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {hooks.map(hook => (
          <HookRow key={hook.id} hook={hook} />
        ))}
      </tbody>
    </table>
  )
}

function HookRow({ hook }: { hook: HookObject }) {
  const { name: team } = useTeam()
  const { data: creator } = useQuery(userQuery(hook.user_id))
  const lastUsed = hook.last_used_at ? <Time at={hook.last_used_at} form="ago" /> : 'never'
  return (
    <tr className="relative hover:bg-hover focus-within:bg-hover">
      <td className={cellClasses}>
        <div className="flex min-w-0 items-center gap-2">
          <Link
            data-row
            to="/$team/integrations/incoming/$hook"
            params={{ team, hook: hook.id }}
            className={`truncate font-medium ${rowLinkClasses}`}
          >
            {hookTitle(hook)}
          </Link>
          <HookBadges hook={hook} />
        </div>
        <p className="flex gap-2 text-sm text-quiet md:hidden">
          <ChannelName id={hook.channel_id} /> · {lastUsed === 'never' ? 'never used' : lastUsed}
        </p>
        {hook.description && <p className="truncate text-sm text-quiet max-md:hidden">{hook.description}</p>}
      </td>
      <td className={`${cellClasses} max-md:hidden`}>
        <ChannelName id={hook.channel_id} />
      </td>
      <td className={`${cellClasses} truncate max-md:hidden`}>{creator?.username ?? '…'}</td>
      <td className={`${cellClasses} text-quiet tabular-nums max-md:hidden`}>{lastUsed}</td>
    </tr>
  )
}
