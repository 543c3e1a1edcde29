import type { HookInTeam } from '@posthorn/contract'
import { classes } from '../../ui/classes.js'
import { cellClasses } from '../../ui/list.js'
import { HookActions } from './hook-actions.js'
import { columns, dayColumn } from './hook-columns.js'
import { HookChannel, HookLastUsed, HookName } from './hook-row-parts.js'
import { FailureRate, LastDay } from './last-day.js'

const cellOf = (column: keyof typeof columns) => `${cellClasses} ${columns[column].cell}`
const countClasses = `${cellOf('count')} text-right tabular-nums`

type HookRowProps = { hook: HookInTeam; ofAllTeams: boolean }

/** A hook as a table row that opens it. */
export function HookRow({ hook, ofAllTeams }: HookRowProps) {
  const { team, creator, posted_last_day, rejected_last_day } = hook
  return (
    <tr className="relative hover:bg-hover focus-within:bg-hover">
      <td className={cellClasses}>
        <HookName hook={hook} team={team.name} />
        <Stacked hook={hook} ofAllTeams={ofAllTeams} />
      </td>
      {ofAllTeams && (
        <td dir="auto" className={`${cellOf('team')} truncate`} title={team.display_name}>
          {team.display_name}
        </td>
      )}
      <td className={cellOf('channel')}>
        <HookChannel hook={hook} />
      </td>
      <td dir="auto" className={`${cellOf('creator')} truncate`} title={creator.username}>
        {creator.username}
      </td>
      <td className={classes(countClasses, !posted_last_day && 'text-quiet')}>
        {posted_last_day.toLocaleString()}
      </td>
      <td className={classes(countClasses, rejected_last_day ? 'text-bad' : 'text-quiet')}>
        {rejected_last_day.toLocaleString()}
        <span className="block text-sm empty:hidden">
          <FailureRate hook={hook} />
        </span>
      </td>
      <td className={cellOf(dayColumn(ofAllTeams))}>
        <LastDay hook={hook} />
      </td>
      <td className={`${cellOf('lastUsed')} whitespace-nowrap text-quiet`}>
        <HookLastUsed hook={hook} />
      </td>
      {ofAllTeams && <ActionsCell hook={hook} />}
    </tr>
  )
}

/** The columns that have no room next to the title. */
function Stacked({ hook, ofAllTeams }: HookRowProps) {
  const { team, rejected_last_day } = hook
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
      {ofAllTeams && <span className={columns.team.until}>{team.display_name}</span>}
      <span className={`max-w-full ${columns.channel.until}`}>
        <HookChannel hook={hook} />
      </span>
      <span className={columns.lastUsed.until}>
        <HookLastUsed hook={hook} />
      </span>
      {rejected_last_day > 0 && (
        <span className={`text-bad ${columns.count.until}`}>
          {rejected_last_day.toLocaleString()} rejected in the last 24 hours (<FailureRate hook={hook} />)
        </span>
      )}
      {hook.delivered_last_day > 0 && (
        <span className={columns[dayColumn(ofAllTeams)].until}>
          <LastDay hook={hook} />
        </span>
      )}
    </p>
  )
}

function ActionsCell({ hook }: { hook: HookInTeam }) {
  return (
    <td className="border-t border-line py-1 pr-3">{hook.delete_at === 0 && <HookActions hook={hook} />}</td>
  )
}
