import type { HookOverview } from '@posthorn/contract'
import { useTeam } from '../../data/current-team.js'
import { classes } from '../../ui/classes.js'
import { cellClasses } from '../../ui/list.js'
import { HookChannel, HookLastUsed, HookName } from './hook-row-parts.js'

const numberClasses = `${cellClasses} text-right tabular-nums max-md:hidden`

/** A hook as a table row that opens it. */
export function HookRow({ hook }: { hook: HookOverview }) {
  const { name: team } = useTeam()
  const { posted_last_day, rejected_last_day } = hook
  return (
    <tr className="relative hover:bg-hover focus-within:bg-hover">
      <td className={cellClasses}>
        <HookName hook={hook} team={team} />
        <p className="flex gap-1 text-sm text-quiet md:hidden">
          <HookChannel hook={hook} /> · <HookLastUsed hook={hook} />
        </p>
      </td>
      <td className={`${cellClasses} max-md:hidden`}>
        <HookChannel hook={hook} />
      </td>
      <td className={`${cellClasses} truncate max-lg:hidden`}>{hook.creator.username}</td>
      <td className={classes(numberClasses, !posted_last_day && 'text-quiet')}>
        {posted_last_day.toLocaleString()}
      </td>
      <td className={classes(numberClasses, rejected_last_day ? 'text-bad' : 'text-quiet')}>
        {rejected_last_day.toLocaleString()}
      </td>
      <td className={`${cellClasses} whitespace-nowrap text-quiet max-md:hidden`}>
        <HookLastUsed hook={hook} />
      </td>
    </tr>
  )
}
