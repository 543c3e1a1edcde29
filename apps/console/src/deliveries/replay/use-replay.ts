import type { DeliveryOutcome, WholeDelivery } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../data/client/api.js'
import { useTeam } from '../../data/current-team.js'
import { refreshDeliveries, whenSettled } from '../../data/deliveries.js'
import { toast } from '../../ui/toast.js'
import { outcomeWords } from '../outcome-badge.js'
import { useHistory } from '../use-history.js'

/** Opens the new delivery once it is settled, or the list if that takes long. */
export function useReplay({ id, hook_id: hook }: WholeDelivery, onDone: () => void) {
  const team = useTeam()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { home, delivery: to } = useHistory()
  const ofHook = { team: team.id, hook }
  return useMutation({
    mutationFn: async (body: { again?: boolean; payload?: string }) => {
      const { delivery } = await api.replayDelivery({ params: { ...ofHook, delivery: id }, body })
      return { delivery, outcome: await whenSettled(ofHook, delivery) }
    },
    onSuccess: async ({ delivery, outcome }) => {
      onDone()
      await refreshDeliveries(client, hook)
      if (outcome !== 'rejected') toast(successWords(outcome)) // the new delivery's page shows a rejection
      const params = { team: team.name, hook, delivery }
      if (outcome) await navigate({ to, params })
      else await navigate({ to: home, params })
    },
  })
}

function successWords(outcome: DeliveryOutcome | undefined): string {
  if (!outcome) return 'Replay accepted. It will appear in the list'
  return `Replayed: ${outcomeWords[outcome].toLowerCase()}`
}
