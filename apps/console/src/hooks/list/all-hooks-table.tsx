import type { HookInTeam } from '@posthorn/contract'
import { useRef } from 'react'
import { useListKeys } from '../../keyboard/use-list-keys.js'
import { cellClasses, headClasses } from '../../ui/list.js'
import { HookActions } from './hook-actions.js'
import { HookChannel, HookLastUsed, HookName } from './hook-row-parts.js'

/** A table of the hooks of all teams, with their administrators' actions. */
export function AllHooksTable({ hooks }: { hooks: HookInTeam[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useListKeys(body)
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Webhooks of all teams</caption>
      <Head />
      <tbody ref={body}>
        {hooks.map(hook => (
          <Row key={hook.id} hook={hook} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ hook }: { hook: HookInTeam }) {
  return (
    <tr className="relative hover:bg-hover focus-within:bg-hover">
      <td className={cellClasses}>
        <HookName hook={hook} team={hook.team.name} />
        <Below hook={hook} />
      </td>
      <td className={`${cellClasses} truncate max-md:hidden`}>{hook.team.display_name}</td>
      <td className={`${cellClasses} max-lg:hidden`}>
        <HookChannel hook={hook} />
      </td>
      <td className={`${cellClasses} truncate max-lg:hidden`}>{hook.creator.username}</td>
      <td className={`${cellClasses} whitespace-nowrap text-quiet max-md:hidden`}>
        <HookLastUsed hook={hook} />
      </td>
      <ActionsCell hook={hook} />
    </tr>
  )
}

function Head() {
  return (
    <thead className="max-md:sr-only">
      <tr>
        <th className={headClasses}>Webhook</th>
        <th className={`${headClasses} w-44`}>Team</th>
        <th className={`${headClasses} w-40 max-lg:hidden`}>Channel</th>
        <th className={`${headClasses} w-32 max-lg:hidden`}>Created by</th>
        <th className={`${headClasses} w-32`}>Last used</th>
        <th className={`${headClasses} w-14`}>
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  )
}

/** Replaces the columns on narrow screens. */
function Below({ hook }: { hook: HookInTeam }) {
  return (
    <p className="truncate text-sm text-quiet md:hidden">
      {hook.team.display_name} · <HookLastUsed hook={hook} />
    </p>
  )
}

function ActionsCell({ hook }: { hook: HookInTeam }) {
  return (
    <td className="w-14 border-t border-line py-1 pr-3">
      {hook.delete_at === 0 && <HookActions hook={hook} />}
    </td>
  )
}
