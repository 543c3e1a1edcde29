import type { HookObject } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { hookTitle } from '../data/hooks.js'
import { useTeam } from '../data/teams.js'
import { Icon } from '../ui/icon.js'

/** A parent is not the current page, although its URL begins like that. */
const notCurrent = { activeOptions: { exact: true } } as const

const crumbClasses = 'shrink-0 rounded-sm text-quiet hover:text-text'

/** A link back to the list of hooks. */
export function HooksCrumb() {
  const team = useTeam()
  return (
    <>
      <Link
        to="/$team/integrations/incoming"
        params={{ team: team.name }}
        {...notCurrent}
        className={`${crumbClasses} max-md:hidden`}
      >
        Incoming webhooks
      </Link>
      <Link
        to="/$team/integrations/incoming"
        params={{ team: team.name }}
        {...notCurrent}
        aria-label="Incoming webhooks"
        className={`${crumbClasses} md:hidden`}
      >
        <Icon name="webhook" />
      </Link>
      <Slash />
    </>
  )
}

/** A link back to a hook's deliveries. */
export function HookCrumb({ hook }: { hook: HookObject }) {
  const team = useTeam()
  return (
    <>
      <HooksCrumb />
      <Link
        to="/$team/integrations/incoming/$hook"
        params={{ team: team.name, hook: hook.id }}
        dir="auto"
        title={hookTitle(hook)}
        {...notCurrent}
        className={`${crumbClasses} min-w-0 shrink! truncate`}
      >
        {hookTitle(hook)}
      </Link>
      <Slash />
    </>
  )
}

function Slash() {
  return <Icon name="chevron-right" className="size-3 text-quiet" />
}
