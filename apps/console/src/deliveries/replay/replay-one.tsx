import type { DeliveryOutcome, WholeDelivery } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../data/client/api.js'
import { refreshDeliveries, whenSettled } from '../../data/deliveries.js'
import { useTeam } from '../../data/teams.js'
import { useShortcut } from '../../keyboard/shortcuts.js'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { Modal } from '../../ui/modal.js'
import { toast } from '../../ui/toast.js'
import { outcomeWords } from '../delivery-table.js'
import { useHistory } from '../use-history.js'

type OfDelivery = { delivery: WholeDelivery }

/** Replays a delivery. Asks first if a replay may already have posted it. */
export function ReplayOne({ delivery }: OfDelivery) {
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error, reset } = useReplay(delivery, () => setOpen(false))
  const { replay_outcome: last } = delivery
  const ask = () => (last === '' || last === 'rejected' ? mutate({ again: last !== '' }) : setOpen(true))
  useShortcut('r', 'Replay the delivery', ask, !isPending)
  const close = () => {
    setOpen(false)
    reset()
  }
  return (
    <>
      <Button look="primary" icon="replay" busy={isPending} onClick={ask}>
        Replay
      </Button>
      {(isOpen || error) && (
        <Modal
          title={error ? 'The replay failed' : 'Replay it again?'}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{error ? 'Close' : 'Cancel'}</Button>
              {!error && (
                <Button look="primary" busy={isPending} onClick={() => mutate({ again: true })}>
                  Replay again
                </Button>
              )}
            </>
          }
        >
          {error ? (
            <FormError error={error} />
          ) : (
            <p>This delivery was already replayed, so its channel may get it twice.</p>
          )}
        </Modal>
      )}
    </>
  )
}

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
