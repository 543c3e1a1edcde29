import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { useHistory } from './use-history.js'

type DeliveryLinkProps = { hook: string; delivery: string; words: string }

export function DeliveryLink({ hook, delivery, words }: DeliveryLinkProps) {
  const { name: team } = useTeam()
  const { delivery: to } = useHistory()
  return (
    <Link
      to={to}
      params={{ team, hook, delivery }}
      className="font-medium text-accent underline underline-offset-2"
    >
      {words}
    </Link>
  )
}
