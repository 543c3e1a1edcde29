import type { TeamOverview } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { countOf } from '../format/amount.js'
import { formatNumber } from '../format/locale.js'
import { Avatar } from '../ui/avatar.js'
import { rowLinkClasses } from '../ui/list.js'
import { type Column, DataTable } from '../ui/rows/data-table.js'

/** A row's height in pixels. */
const rowPx = 57

const shown = 'hidden @3xl:table-cell text-right! tabular-nums'
const count = { col: 'w-28 hidden @3xl:table-column', cell: shown }

const columns: Column<TeamOverview>[] = [
  { head: 'Team', children: team => <TeamName team={team} /> },
  { ...count, head: 'Members', children: ({ members }) => formatNumber(members) },
  { ...count, head: 'Channels', children: ({ channels }) => formatNumber(channels) },
  { ...count, head: 'Webhooks', children: ({ hooks }) => formatNumber(hooks) },
]

/** A table of all teams. */
export function AllTeamsTable({ teams, total }: { teams: TeamOverview[]; total: number }) {
  return <DataTable label="Teams" items={teams} keyOf={keyOf} columns={columns} rowPx={rowPx} total={total} />
}

const keyOf = ({ id }: TeamOverview) => id

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
          title={team.display_name}
          className={`block truncate text-left font-medium ${rowLinkClasses}`}
        >
          {team.display_name}
        </Link>
        <About team={team} />
      </div>
    </div>
  )
}

function About({ team }: { team: TeamOverview }) {
  return (
    <p dir="auto" className="truncate text-sm text-quiet" title={`/${team.name}`}>
      /{team.name}
      <span className="@3xl:hidden">
        {' '}
        · {countOf(team.members, 'member')} · {countOf(team.hooks, 'webhook')}
      </span>
    </p>
  )
}
