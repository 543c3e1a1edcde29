import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { latestDeliveryQuery } from '../data/deliveries.js'
import { useTeam } from '../data/teams.js'
import { OutcomeBadge } from '../deliveries/delivery-table.js'
import { rowClasses } from '../ui/list.js'
import { Time } from '../ui/time.js'

/** A bot, or the user, for whom apps send. `about`: the app, or what else sends for it. */
export type Bot = { id: string; username: string; about: string }

/** A row that opens the bot's deliveries, with the latest. */
export function BotRow({ bot: { id, username, about } }: { bot: Bot }) {
  const team = useTeam()
  const { data: latest } = useQuery(latestDeliveryQuery({ team: team.id, hook: id }))
  return (
    <li>
      <Link
        data-row
        to="/$team/integrations/bots/$hook"
        params={{ team: team.name, hook: id }}
        className={rowClasses}
      >
        <span className="min-w-0 flex-auto">
          <span className="block truncate font-medium">@{username}</span>
          <span dir="auto" className="block truncate text-left text-sm text-quiet">
            {about}
          </span>
        </span>
        {latest === null && <span className="text-sm text-quiet">Nothing sent yet</span>}
        {latest && (
          <span className="flex flex-wrap items-center justify-end gap-2 text-sm text-quiet">
            <OutcomeBadge outcome={latest.outcome} />
            <Time at={latest.create_at} form="ago" />
          </span>
        )}
      </Link>
    </li>
  )
}
