import type { HookInTeam } from '@posthorn/contract'
import { type ReactNode, useRef } from 'react'
import { useListKeys } from '../../keyboard/use-list-keys.js'
import { headClasses } from '../../ui/list.js'
import { columns, dayColumn } from './hook-columns.js'
import { HookRow } from './hook-row.js'

type HookTableProps = {
  label: string
  hooks: HookInTeam[]
  /** Adds the team and the actions of administrators. */
  ofAllTeams?: boolean
}

/** A table of hooks. It stacks columns below the title as soon as its own width leaves the title too little room. */
export function HookTable({ label, hooks, ofAllTeams = false }: HookTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  useListKeys(body)
  return (
    <div className="@container shrink-0">
      <table className="w-full table-fixed">
        <caption className="sr-only">{label}</caption>
        <Columns ofAllTeams={ofAllTeams} />
        <Head ofAllTeams={ofAllTeams} />
        <tbody ref={body}>
          {hooks.map(hook => (
            <HookRow key={hook.id} hook={hook} ofAllTeams={ofAllTeams} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Their own elements, because Chromium does not take widths from a head that is hidden after the first layout. */
function Columns({ ofAllTeams }: { ofAllTeams: boolean }) {
  return (
    <colgroup>
      <col />
      {ofAllTeams && <col className={columns.team.col} />}
      <col className={columns.channel.col} />
      <col className={columns.creator.col} />
      <col className={columns.count.col} />
      <col className={columns.count.col} />
      <col className={columns[dayColumn(ofAllTeams)].col} />
      <col className={columns.lastUsed.col} />
      {ofAllTeams && <col className="w-14" />}
    </colgroup>
  )
}

function Head({ ofAllTeams }: { ofAllTeams: boolean }) {
  return (
    <thead className="@max-lg:hidden">
      <tr>
        <th className={headClasses}>Webhook</th>
        {ofAllTeams && <th className={headOf('team')}>Team</th>}
        <th className={headOf('channel')}>Channel</th>
        <th className={headOf('creator')}>Created by</th>
        <CountHead>Posted</CountHead>
        <CountHead>Rejected</CountHead>
        <th className={headOf(dayColumn(ofAllTeams))}>Last 24 hours</th>
        <th className={headOf('lastUsed')}>Last used</th>
        {ofAllTeams && (
          <th className={headClasses}>
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

const headOf = (column: keyof typeof columns) => `${headClasses} ${columns[column].cell}`

function CountHead({ children }: { children: ReactNode }) {
  return (
    <th className={`${headOf('count')} text-right!`} title="In the last 24 hours">
      {children} <span className="sr-only">in the last 24 hours</span>
    </th>
  )
}
