import type { WholeDelivery } from '@posthorn/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.js'
import { FormError } from '../../ui/forms/form-error.js'
import { Modal } from '../../ui/modal.js'
import { formatJson } from '../format-json.js'
import { PayloadEditor } from './payload-editor.js'
import { useReplay } from './use-replay.js'

type OfDelivery = { delivery: WholeDelivery }

/** Replays a delivery with an edited payload. */
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
  const [payload, setPayload] = useState(() => formatJson(delivery.payload) ?? delivery.payload)
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
