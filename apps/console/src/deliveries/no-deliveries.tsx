import { Link } from '@tanstack/react-router'
import { useHook } from '../data/current-hook.js'
import { useTeam } from '../data/current-team.js'
import { buttonClasses } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'

/** In the place of deliveries: what narrows them too far, or how to send the first. */
export function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  const { name: team } = useTeam()
  const { id: hook } = useHook()
  if (isFiltered)
    return (
      <EmptyState title="No delivery is like that">
        <p>Choose another outcome or time, or look for another text.</p>
      </EmptyState>
    )
  return (
    <EmptyState
      icon="send"
      title="Nothing was sent yet"
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
      <p>Whatever is sent to this webhook is listed here, with what became of it, posted or not.</p>
    </EmptyState>
  )
}
