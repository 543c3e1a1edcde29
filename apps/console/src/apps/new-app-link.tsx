import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/teams.js'
import { buttonClasses } from '../ui/button.js'
import { Icon } from '../ui/icon.js'

/** A link for people who may register applications. */
export function NewAppLink({ isByTitle = false }) {
  const { name: team } = useTeam()
  return (
    <Link to="/$team/integrations/apps/new" params={{ team }} className={buttonClasses('primary')}>
      <Icon name="plus" />
      <span>
        New<span className={isByTitle ? 'max-md:sr-only' : ''}> application</span>
      </span>
    </Link>
  )
}
