import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BotError } from '../../bots/bot-error.js'
import { BotCrumb } from '../../bots/crumbs.js'
import { deliveryQuery, isErased } from '../../data/deliveries.js'
import { useTeam } from '../../data/teams.js'
import { userQuery } from '../../data/users.js'
import { EditWithPreview } from '../../deliveries/replay/edit-and-replay.js'
import { ReplayOne } from '../../deliveries/replay/replay-one.js'
import { CurrentBot } from '../../deliveries/use-history.js'
import { WholeDeliveryView } from '../../deliveries/whole-delivery.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { Loading } from '../../server/states.js'

const route = getRouteApi('/$team/integrations/bots/$hook/deliveries/$delivery')

/** A delivery that a program sent with a token: its payload and its result. */
export function BotDeliveryScreen() {
  const team = useTeam()
  const { hook, delivery: id } = route.useParams()
  const { show: _, ...filter } = route.useSearch()
  const { data: user } = useQuery(userQuery(hook))
  const { data, error, refetch } = useQuery(deliveryQuery({ team: team.id, hook, delivery: id }, filter))
  const name = user ? `@${user.username}` : 'Bot'
  usePageTitle('Delivery', name, team.display_name)
  return (
    <Screen title="Delivery" before={<BotCrumb id={hook} name={name} />}>
      <Scroll>
        <CurrentBot value={hook}>
          {!data && error && <BotError what="delivery" error={error} onRetry={refetch} />}
          {!data && !error && <Loading what="the delivery" />}
          {data && (
            <WholeDeliveryView
              key={id}
              delivery={data}
              filter={filter}
              creator={hook}
              actions={
                <>
                  {data.change !== 'delete' && <EditWithPreview delivery={data} />}
                  {!isErased(data) && <ReplayOne delivery={data} />}
                </>
              }
            />
          )}
        </CurrentBot>
      </Scroll>
    </Screen>
  )
}
