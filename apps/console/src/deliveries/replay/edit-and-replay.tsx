import type { WholeDelivery } from '@posthorn/contract'
import { type ReactNode, useState } from 'react'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { Modal } from '../../ui/modal.js'
import { useSettled } from '../../ui/use-settled.js'
import { formatJson } from '../format-json.js'
import { PayloadEditor } from './payload-editor.js'
import { useReplay } from './use-replay.js'

type OfDelivery = {
  delivery: WholeDelivery
  /** Shows what an edited payload would become. */
  preview: (payload: string) => ReactNode
}

/** Replays a delivery with an edited payload. */
export function EditAndReplay({ delivery, preview }: OfDelivery) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit and replay</Button>
      {isOpen && <Edit delivery={delivery} preview={preview} onClose={() => setOpen(false)} />}
    </>
  )
}

function Edit({ delivery, preview, onClose }: OfDelivery & { onClose: () => void }) {
  const [payload, setPayload] = useState(() => formatJson(delivery.payload) ?? delivery.payload)
  const settled = useSettled(payload)
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
        <PayloadEditor value={payload} onChange={setPayload} rows={12} />
        {error && <FormError error={error} />}
        {settled.trim() !== '' && preview(settled)}
      </div>
    </Modal>
  )
}
