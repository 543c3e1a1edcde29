import { ApiError } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/teams.js'
import { ErrorState } from '../server/states.js'
import { buttonClasses } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'

const words = {
  bot: 'It may have been deleted, or it belongs to somebody else.',
  delivery: 'Old deliveries are deleted. Check the address if this one is recent.',
}

type BotErrorProps = { what: keyof typeof words; error: unknown; onRetry: () => void }

/** Explains why a bot's deliveries can't be shown. Only errors that may pass can be retried. */
export function BotError({ what, error, onRetry }: BotErrorProps) {
  const { name: team } = useTeam()
  const isMissing = error instanceof ApiError && [400, 403, 404].includes(error.status)
  if (!isMissing) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      title={`This ${what} does not exist`}
      actions={
        <Link to="/$team/integrations/bots" params={{ team }} className={buttonClasses()}>
          Show your bots
        </Link>
      }
    >
      <p>{words[what]}</p>
    </EmptyState>
  )
}
