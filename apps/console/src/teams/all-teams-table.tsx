import { type TeamOverview, teamLimits } from '@posthorn/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { nameFor } from '../channel/name-for.js'
import { api } from '../data/client/api.js'
import { countOf } from '../format/amount.js'
import { formatNumber } from '../format/locale.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Avatar } from '../ui/avatar.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/forms/field.js'
import { rowLinkClasses } from '../ui/list.js'
import { Modal } from '../ui/modal.js'
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

/** A button that creates a team. */
export function NewTeam() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" icon="plus" onClick={() => setOpen(true)}>
        New team
      </Button>
      {isOpen && <CreateTeam onClose={() => setOpen(false)} />}
    </>
  )
}

function CreateTeam({ onClose }: { onClose: () => void }) {
  const form = useId()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const name = nameFor(title)
  const { mutate, isPending, error } = useAdminister(
    () => api.createTeam({ body: { name, display_name: title.trim(), type: 'O' } }),
    { onDone: ({ id: team }) => void navigate({ to: '/admin/teams/$team', params: { team } }) },
  )
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} look="primary" busy={isPending} disabled={name.length < 2}>
        Create team
      </Button>
    </>
  )
  return (
    <Modal title="New team" onClose={onClose} actions={actions}>
      <form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          mutate()
        }}
        className="flex flex-col gap-4"
      >
        <Field
          label="Name"
          hint={
            name
              ? `Its URLs contain ${name}. You can’t change that later.`
              : 'URLs use its letters and digits.'
          }
          value={title}
          maxLength={teamLimits.displayNameChars}
          onChange={event => setTitle(event.target.value)}
          required
        />
        <p className="text-sm text-quiet">You become its first member and administrator.</p>
        {error && <FormError error={error} />}
      </form>
    </Modal>
  )
}
