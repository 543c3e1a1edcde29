import type { HookOverview } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTeam } from '../data/current-team.js'
import { hookTitle } from '../data/hooks.js'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { Badge } from '../ui/badge.js'
import { classes } from '../ui/classes.js'
import { Icon } from '../ui/icon.js'
import { rowLinkClasses } from '../ui/list.js'
import { Time } from '../ui/time.js'
import { HookBadges } from './hook-summary.js'

const headClasses = 'h-9 px-4 text-left text-sm font-medium text-quiet'
const cellClasses = 'border-t border-line px-4 py-2'
const numberClasses = `${cellClasses} text-right tabular-nums max-md:hidden`

/** Hooks under each other: each row opens its hook. Where there is no room for columns, they stand below the title. */
export function HookTable({ hooks }: { hooks: HookOverview[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useListKeys(body)
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Incoming webhooks</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th className={headClasses}>Webhook</th>
          <th className={`${headClasses} w-40 xl:w-48`}>Channel</th>
          <th className={`${headClasses} w-32 max-lg:hidden`}>Created by</th>
          <th className={`${headClasses} w-24 text-right`} title="In the last 24 hours">
            Posted <span className="sr-only">in the last 24 hours</span>
          </th>
          <th className={`${headClasses} w-28 text-right`} title="In the last 24 hours">
            Rejected <span className="sr-only">in the last 24 hours</span>
          </th>
          <th className={`${headClasses} w-32`}>Last used</th>
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

function HookRow({ hook }: { hook: HookOverview }) {
  const { posted_last_day, rejected_last_day } = hook
  return (
    <tr className="relative hover:bg-hover focus-within:bg-hover">
      <td className={cellClasses}>
        <Title hook={hook} />
        <p className="flex gap-1 text-sm text-quiet md:hidden">
          <Channel hook={hook} /> · <LastUsed hook={hook} />
        </p>
      </td>
      <td className={`${cellClasses} max-md:hidden`}>
        <Channel hook={hook} />
      </td>
      <td className={`${cellClasses} truncate max-lg:hidden`}>{hook.creator.username}</td>
      <td className={classes(numberClasses, !posted_last_day && 'text-quiet')}>
        {posted_last_day.toLocaleString()}
      </td>
      <td className={classes(numberClasses, rejected_last_day ? 'text-bad' : 'text-quiet')}>
        {rejected_last_day.toLocaleString()}
      </td>
      <td className={`${cellClasses} text-quiet max-md:hidden`}>
        <LastUsed hook={hook} />
      </td>
    </tr>
  )
}

/** A hook that was deleted with its channel has no page of its own until it is back. */
function Title({ hook }: { hook: HookOverview }) {
  const { name: team } = useTeam()
  const isGone = hook.delete_at > 0
  const about = isGone
    ? 'It comes back when its channel is restored.'
    : hook.failing?.message || hook.description
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2">
        {isGone ? (
          <span className="truncate font-medium text-quiet">{hookTitle(hook)}</span>
        ) : (
          <Link
            data-row
            to="/$team/integrations/incoming/$hook"
            params={{ team, hook: hook.id }}
            className={`truncate font-medium ${rowLinkClasses}`}
          >
            {hookTitle(hook)}
          </Link>
        )}
        <HookBadges hook={hook} />
        {hook.channel.delete_at > 0 && <Badge look="warn">Channel archived</Badge>}
      </div>
      {about && (
        <p className={classes('truncate text-sm', hook.failing ? 'text-bad' : 'text-quiet max-md:hidden')}>
          {about}
        </p>
      )}
    </>
  )
}

function Channel({ hook: { channel } }: { hook: HookOverview }) {
  if (channel.name === '') return <span className="text-quiet">a private channel</span>
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 align-bottom">
      <Icon name={channel.type === 'P' ? 'lock' : 'hash'} className="size-3.5 text-quiet" />
      <span className="truncate">{channel.display_name || channel.name}</span>
    </span>
  )
}

function LastUsed({ hook: { last_used_at } }: { hook: HookOverview }) {
  return last_used_at ? <Time at={last_used_at} form="ago" /> : <>never used</>
}
