import type { DeliveryOutcome } from '@posthorn/contract'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../data/client/api.js'
import { useHook } from '../../data/current-hook.js'
import { useTeam } from '../../data/current-team.js'
import type { HistoryFilter } from '../../data/filters/delivery-filter.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/')

/** The request. Deliveries that arrive later are not included, and the key makes a repeated request harmless. */
export type WantedReplay = { replayKey: string; filter: HistoryFilter & { outcome: DeliveryOutcome } }

/** Shows the progress at its own URL, which can be reloaded. */
export function useReplayAll({ replayKey, filter }: WantedReplay, onDone: () => void) {
  const team = useTeam()
  const { id: hook } = useHook()
  const navigate = route.useNavigate()
  return useMutation({
    mutationFn: () =>
      api.replayDeliveries({ params: { team: team.id, hook }, body: { ...filter, key: replayKey } }),
    onSuccess: async ({ replay }) => {
      onDone()
      await navigate({ search: before => ({ ...before, replay }) })
    },
  })
}
