import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/teams.js'
import { Icon } from '../ui/icon.js'

/** A link back to the list of applications, which is not the current page. */
export function AppsCrumb() {
  const { name: team } = useTeam()
  return (
    <>
      <Link
        to="/$team/integrations/apps"
        params={{ team }}
        activeOptions={{ exact: true }}
        aria-label="Applications"
        className="shrink-0 rounded-sm text-quiet hover:text-text"
      >
        <span className="max-md:hidden">Applications</span>
        <Icon name="apps" className="size-4 md:hidden" />
      </Link>
      <Icon name="chevron-right" className="size-3 text-quiet" />
    </>
  )
}
