import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { deliveriesQuery } from '../data/deliveries.js'
import { hookTitle } from '../data/hooks.js'
import { DeliveryTable } from '../deliveries/delivery-table.js'
import { useHook } from '../hooks/current-hook.js'
import { usePageTitle } from '../layout/page-title.js'
import { Button, buttonClasses } from '../ui/button.js'
import { EmptyState, ErrorState, Loading } from '../ui/states.js'

/** What became of what the hook was sent. */
export function HookDeliveriesScreen() {
  const team = useTeam()
  const hook = useHook()
  usePageTitle(hookTitle(hook), team.display_name)
  const ofHook = { team: team.id, hook: hook.id }
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(ofHook),
  )
  if (!data)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the deliveries" rows={6} />
  const deliveries = data.pages.flatMap(page => page.deliveries)
  return (
    <>
      {deliveries.length > 0 && <DeliveryTable deliveries={deliveries} />}
      {deliveries.length === 0 && !hasNextPage && <Nothing />}
      {hasNextPage && (
        <div className="flex justify-center p-4">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older ones
          </Button>
        </div>
      )}
    </>
  )
}

function Nothing() {
  const { name: team } = useTeam()
  const { id: hook } = useHook()
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
