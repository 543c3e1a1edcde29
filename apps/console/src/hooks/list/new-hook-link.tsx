import { Link } from '@tanstack/react-router'
import { useTeam } from '../../data/current-team.js'
import { buttonClasses } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'

/** A link for people who may create hooks. It is shorter next to a title on narrow screens. */
export function NewHookLink({ isByTitle = false }) {
  const { name: team } = useTeam()
  return (
    <Link to="/$team/integrations/incoming/new" params={{ team }} className={buttonClasses('primary')}>
      <Icon name="plus" />
      <span>
        New<span className={isByTitle ? 'max-md:sr-only' : ''}> webhook</span>
      </span>
    </Link>
  )
}
