import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { Icon } from '../ui/icon.js'
import { itemClasses } from './section.js'

/** What programs write with. */
export function IntegrationLinks() {
  const { name: team } = useTeam()
  return (
    <li>
      <Link to="/$team/integrations/incoming" params={{ team }} className={itemClasses}>
        <Icon name="webhook" />
        Incoming webhooks
      </Link>
    </li>
  )
}
