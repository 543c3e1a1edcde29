import type { HookInTeam } from '@posthorn/contract'
import { DataTable } from '../../ui/rows/data-table.js'
import { hookColumns } from './hook-columns.js'

/** A row's height in pixels: a title and a description. */
const rowPx = 57

type HookTableProps = {
  label: string
  hooks: HookInTeam[]
  total: number
  /** Adds the team and the actions of administrators. */
  ofAllTeams?: boolean
}

/** A table of hooks. It stacks columns below the title as soon as its own width leaves the title too little room. */
export function HookTable({ label, hooks, total, ofAllTeams = false }: HookTableProps) {
  const columns = hookColumns[ofAllTeams ? 'ofAllTeams' : 'ofTeam']
  return <DataTable label={label} items={hooks} keyOf={keyOf} columns={columns} rowPx={rowPx} total={total} />
}

const keyOf = ({ id }: HookInTeam) => id
