import type { HookObject, WholeDelivery } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { deliveryQuery, isErased } from '../../data/deliveries.js'
import type { HistoryFilter } from '../../data/filters/delivery-filter.js'
import { CurrentHook, hookQuery, hookTitle } from '../../data/hooks.js'
import { useTeam } from '../../data/teams.js'
import { EditWithPreview } from '../../deliveries/replay/edit-and-replay.js'
import { ReplayOne } from '../../deliveries/replay/replay-one.js'
import { WholeDeliveryView } from '../../deliveries/whole-delivery.js'
import { HookCrumb, HooksCrumb } from '../../hooks/crumbs.js'
import { ForManagers } from '../../hooks/for-managers.js'
import { HookError } from '../../hooks/hook-error.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { EraseRequest } from '../../privacy/erase-request.js'
import { Loading } from '../../server/states.js'
import { buttonClasses } from '../../ui/button.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/deliveries/$delivery')

/** A delivery: its payload and its result. */
export function DeliveryScreen() {
  const team = useTeam()
  const { hook: hookId, delivery: id } = route.useParams()
  const { data: hook } = useQuery(hookQuery(team.id, hookId))
  const { show: _, ...filter } = route.useSearch()
  const ofHook = { team: team.id, hook: hookId }
  const { data, error, refetch } = useQuery(deliveryQuery({ ...ofHook, delivery: id }, filter))
  usePageTitle('Delivery', ...(hook ? [hookTitle(hook)] : []), team.display_name)
  return (
    <Screen title="Delivery" before={hook ? <HookCrumb hook={hook} /> : <HooksCrumb />}>
      <Scroll>
        {!data && error && <NoDelivery hook={hook} error={error} onRetry={refetch} />}
        {!data && !error && <Loading what="the delivery" />}
        {data && (
          <CurrentHook value={hook}>
            <Shown key={id} delivery={data} hook={hook} filter={filter} />
          </CurrentHook>
        )}
      </Scroll>
    </Screen>
  )
}

type NoDeliveryProps = { hook: HookObject | undefined; error: unknown; onRetry: () => void }

function NoDelivery({ hook, ...props }: NoDeliveryProps) {
  const why = <HookError what="delivery" {...props} />
  return hook ? <ForManagers hook={hook}>{why}</ForManagers> : why
}

function TemplateLink({ delivery: { hook_id: hook, id: json } }: { delivery: WholeDelivery }) {
  const { name: team } = useTeam()
  const to = '/$team/integrations/incoming/$hook/template'
  return (
    <Link
      to={to}
      params={{ team, hook }}
      search={{ json }}
      className={`${buttonClasses()} max-sm:order-last`}
    >
      Build a template
    </Link>
  )
}

type ShownProps = { delivery: WholeDelivery; hook: HookObject | undefined; filter: HistoryFilter }

function Shown({ delivery, hook, filter }: ShownProps) {
  const replays = hook && (
    <>
      {delivery.change === '' && !isErased(delivery) && <TemplateLink delivery={delivery} />}
      {delivery.change !== 'delete' && <EditWithPreview delivery={delivery} />}
      {!isErased(delivery) && <ReplayOne delivery={delivery} />}
    </>
  )
  return (
    <WholeDeliveryView delivery={delivery} filter={filter} creator={hook?.user_id} actions={replays}>
      {hook && <EraseRequest delivery={delivery} />}
    </WholeDeliveryView>
  )
}
