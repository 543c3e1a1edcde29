import type { TeamOverview } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { Avatar } from '../ui/avatar.js'
import { cellClasses, headClasses, rowLinkClasses } from '../ui/list.js'

const numberHead = `${headClasses} w-28 text-right`
const numberCell = `${cellClasses} text-right tabular-nums max-md:hidden`

/** A table of all teams. */
export function AllTeamsTable({ teams }: { teams: TeamOverview[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useListKeys(body)
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Teams</caption>
      <Head />
      <tbody ref={body}>
        {teams.map(team => (
          <Row key={team.id} team={team} />
        ))}
      </tbody>
    </table>
  )
}

function TeamName({ team }: { team: TeamOverview }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={team.display_name} />
      <div className="min-w-0">
        <Link
          data-row
          to="/admin/teams/$team"
          params={{ team: team.id }}
          dir="auto"
          className={`block truncate font-medium ${rowLinkClasses}`}
        >
          {team.display_name}
        </Link>
        <About team={team} />
      </div>
    </div>
  )
}

function Row({ team }: { team: TeamOverview }) {
  return (
    <tr className="relative hover:bg-hover focus-within:bg-hover">
      <td className={cellClasses}>
        <TeamName team={team} />
      </td>
      <td className={numberCell}>{team.members.toLocaleString()}</td>
      <td className={numberCell}>{team.channels.toLocaleString()}</td>
      <td className={numberCell}>{team.hooks.toLocaleString()}</td>
    </tr>
  )
}

function About({ team }: { team: TeamOverview }) {
  return (
    <p dir="auto" className="truncate text-sm text-quiet">
      /{team.name}
      <span className="md:hidden"> · {team.members.toLocaleString()} members</span>
    </p>
  )
}

function Head() {
  return (
    <thead className="max-md:sr-only">
      <tr>
        <th className={headClasses}>Team</th>
        <th className={numberHead}>Members</th>
        <th className={numberHead}>Channels</th>
        <th className={numberHead}>Webhooks</th>
      </tr>
    </thead>
  )
}
