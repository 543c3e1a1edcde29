import type { WholeDelivery } from '@posthorn/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { type HistoryFilter, isFiltered } from '../data/filters/delivery-filter.js'
import { useShortcut } from '../keyboard/shortcuts.js'
import { buttonClasses } from '../ui/button.js'
import { Icon } from '../ui/icon.js'
import { outcomeWords } from './outcome-badge.js'
import { useHistory } from './use-history.js'

type NeighboursProps = {
  delivery: WholeDelivery
  /** Stays among the deliveries that match. */
  filter: HistoryFilter
}

/** Leads to the hook's next newer and older delivery, also by `k` and `j`. */
export function Neighbours({ delivery: { hook_id: hook, newer, older }, filter }: NeighboursProps) {
  const { outcome, ...others } = filter
  const kind = outcome ? `${outcomeWords[outcome].toLowerCase()} delivery` : 'delivery'
  const among = isFiltered(others) ? `${kind} that matches the filters` : kind
  const shared = { hook, filter }
  return (
    <nav aria-label="Other deliveries" className="flex gap-1">
      <Neighbour {...shared} id={newer} keys="k" words="Newer" title={`The next newer ${among} (k)`} />
      <Neighbour {...shared} id={older} keys="j" words="Older" title={`The next older ${among} (j)`} />
    </nav>
  )
}

type NeighbourProps = {
  hook: string
  id: string
  filter: HistoryFilter
  keys: string
  words: string
  title: string
}

function Neighbour({ hook, id, filter, keys, words, title }: NeighbourProps) {
  const { name: team } = useTeam()
  const navigate = useNavigate()
  const { delivery: to } = useHistory()
  const place = { to, params: { team, hook, delivery: id }, search: filter } as const
  useShortcut(keys, `${words} delivery`, () => void navigate(place), id !== '')
  const icon = <Icon name="chevron-down" className={`size-4 ${words === 'Newer' ? 'rotate-180' : ''}`} />
  if (id === '')
    return (
      <span aria-disabled="true" className={buttonClasses('quiet', 'opacity-50')}>
        {icon}
        {words}
      </span>
    )
  return (
    <Link {...place} title={title} className={buttonClasses('quiet')}>
      {icon}
      {words}
    </Link>
  )
}
