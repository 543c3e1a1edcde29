import type { DeliveryOutcome } from '@posthorn/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../data/client/api.js'
import { useTeam } from '../../data/current-team.js'
import type { HistoryFilter } from '../../data/filters/delivery-filter.js'
import { useHistory } from '../use-history.js'

/** The request. Deliveries that arrive later are not included, and the key makes a repeated request harmless. */
export type WantedReplay = { replayKey: string; filter: HistoryFilter & { outcome: DeliveryOutcome } }

/** Shows the progress at its own URL, which can be reloaded. */
export function useReplayAll({ replayKey, filter }: WantedReplay, onDone: () => void) {
  const team = useTeam()
  const { id: hook, list } = useHistory()
  const navigate = useNavigate({ from: list })
  return useMutation({
    mutationFn: () =>
      api.replayDeliveries({ params: { team: team.id, hook }, body: { ...filter, key: replayKey } }),
    onSuccess: async ({ replay }) => {
      onDone()
      await navigate({ search: before => ({ ...before, replay }) })
    },
  })
}
