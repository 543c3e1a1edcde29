import type { WholeDelivery } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../data/api.js'
import { useTeam } from '../data/current-team.js'
import { refreshDeliveries, whenSettled } from '../data/deliveries.js'
import { useShortcut } from '../keyboard/shortcuts.js'
import { Button } from '../ui/button.js'
import { FormError } from '../ui/form-error.js'
import { Modal } from '../ui/modal.js'
import { toast } from '../ui/toast.js'
import { PayloadEditor } from './payload-editor.js'
import { inLines } from './payload-view.js'

type OfDelivery = { delivery: WholeDelivery }

/** Sends a delivery again as it came. One that was sent again already asks first. */
export function ReplayOne({ delivery }: OfDelivery) {
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error, reset } = useReplay(delivery, () => setOpen(false))
  const wasReplayed = delivery.replayed_as !== ''
  const ask = () => (wasReplayed ? setOpen(true) : mutate({}))
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
          title={error ? 'It was not sent again' : 'Send it once more?'}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{error ? 'Close' : 'Cancel'}</Button>
              {!error && (
                <Button look="primary" busy={isPending} onClick={() => mutate({ again: true })}>
                  Send it once more
                </Button>
              )}
            </>
          }
        >
          {error ? (
            <FormError error={error} />
          ) : (
            <p>It was sent again already, so its channel may get it twice.</p>
          )}
        </Modal>
      )}
    </>
  )
}

/** Sends a delivery again with another payload. */
export function EditAndReplay({ delivery }: OfDelivery) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit and replay</Button>
      {isOpen && <Edit delivery={delivery} onClose={() => setOpen(false)} />}
    </>
  )
}

function Edit({ delivery, onClose }: OfDelivery & { onClose: () => void }) {
  const [payload, setPayload] = useState(() => inLines(delivery.payload) ?? delivery.payload)
  const { mutate, isPending, error } = useReplay(delivery, onClose)
  return (
    <Modal
      wide
      title="Edit and replay"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={isPending} onClick={() => mutate({ payload })}>
            Replay edited
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <PayloadEditor value={payload} onChange={setPayload} rows={14} />
        {error && <FormError error={error} />}
      </div>
    </Modal>
  )
}

/** Goes on to the new delivery once it is settled; where that takes long, to the list, where it will be. */
function useReplay({ id, hook_id: hook }: WholeDelivery, onDone: () => void) {
  const team = useTeam()
  const client = useQueryClient()
  const navigate = useNavigate()
  const ofHook = { team: team.id, hook }
  return useMutation({
    mutationFn: async (body: { again?: boolean; payload?: string }) => {
      const { delivery } = await api.replayDelivery({ params: { ...ofHook, delivery: id }, body })
      return { delivery, isSettled: await whenSettled(ofHook, delivery) }
    },
    onSuccess: async ({ delivery, isSettled }) => {
      onDone()
      await refreshDeliveries(client, hook)
      toast(isSettled ? 'Sent again' : 'It is on its way, and will be listed here')
      const params = { team: team.name, hook, delivery }
      if (isSettled) await navigate({ to: '/$team/integrations/incoming/$hook/deliveries/$delivery', params })
      else await navigate({ to: '/$team/integrations/incoming/$hook', params })
    },
  })
}
