import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/teams.js'
import { Icon } from '../ui/icon.js'

const classes = 'shrink-0 rounded-sm text-quiet hover:text-text'
/** A parent is not the current page, although its URL begins like that. */
const notCurrent = { activeOptions: { exact: true } } as const

/** A link back to the list of bots. */
export function BotsCrumb() {
  const { name: team } = useTeam()
  return (
    <>
      <Link
        to="/$team/integrations/bots"
        params={{ team }}
        {...notCurrent}
        aria-label="Bots"
        className={classes}
      >
        <span className="max-md:hidden">Bots</span>
        <Icon name="person" className="size-4 md:hidden" />
      </Link>
      <Icon name="chevron-right" className="size-3 text-quiet" />
    </>
  )
}

/** A link back to a bot's deliveries. */
export function BotCrumb({ id, name }: { id: string; name: string }) {
  const { name: team } = useTeam()
  return (
    <>
      <BotsCrumb />
      <Link
        to="/$team/integrations/bots/$hook"
        params={{ team, hook: id }}
        {...notCurrent}
        title={name}
        className={`${classes} min-w-0 shrink! truncate`}
      >
        {name}
      </Link>
      <Icon name="chevron-right" className="size-3 text-quiet" />
    </>
  )
}
