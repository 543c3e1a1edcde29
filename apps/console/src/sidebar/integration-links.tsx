import { Link } from '@tanstack/react-router'
import { useIsOAuthOn } from '../data/client/client-props.js'
import { useTeam } from '../data/current-team.js'
import { Icon } from '../ui/icon.js'
import { itemClasses } from './section.js'

/** Links to webhooks, applications and bots. */
export function IntegrationLinks() {
  const isOAuthOn = useIsOAuthOn()
  const { name: team } = useTeam()
  return (
    <>
      <li>
        <Link to="/$team/integrations/incoming" params={{ team }} className={itemClasses}>
          <Icon name="webhook" />
          Incoming webhooks
        </Link>
      </li>
      {isOAuthOn && (
        <>
          <li>
            <Link to="/$team/integrations/apps" params={{ team }} className={itemClasses}>
              <Icon name="apps" />
              Applications
            </Link>
          </li>
          <li>
            <Link to="/$team/integrations/bots" params={{ team }} className={itemClasses}>
              <Icon name="person" />
              Bots
            </Link>
          </li>
        </>
      )}
    </>
  )
}
