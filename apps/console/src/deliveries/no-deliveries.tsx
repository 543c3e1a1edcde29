import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/teams.js'
import { buttonClasses } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'
import { useHistory } from './use-history.js'

/** Shown instead of an empty list: the filters are too narrow, or nothing was sent yet. */
export function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  const { name: team } = useTeam()
  const { id: hook, isBot } = useHistory()
  if (isFiltered)
    return (
      <EmptyState title="No deliveries match these filters">
        <p>Choose another outcome or time, or search for other text.</p>
      </EmptyState>
    )
  if (isBot)
    return (
      <EmptyState icon="send" title="Nothing has been sent yet">
        <p>Messages that programs send with its tokens through Slack’s API appear here with their results.</p>
      </EmptyState>
    )
  return (
    <EmptyState
      icon="send"
      title="Nothing has been sent yet"
      actions={
        <Link
          to="/$team/integrations/incoming/$hook/connect"
          params={{ team, hook }}
          className={buttonClasses('primary')}
        >
          Connect a sender
        </Link>
      }
    >
      <p>
        Every payload that this webhook accepts appears here with its result. Calls that it refuses are only
        counted, under Refused calls.
      </p>
    </EmptyState>
  )
}
