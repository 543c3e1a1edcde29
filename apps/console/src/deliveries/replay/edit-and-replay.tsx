import type { WholeDelivery } from '@posthorn/contract'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../data/client/until-loaded.js'
import { FormError, Loading } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { TextArea } from '../../ui/forms/field.js'
import { Modal } from '../../ui/modal.js'
import { useSettled } from '../../ui/use-settled.js'
import { formatJson } from '../payload-view.js'
import { jsonMistake } from './json-mistake.js'
import { useReplay } from './replay-one.js'

/** Loaded when somebody edits. */
const PreviewPane = lazyPart(() => import('../../trying/preview-pane.js'), 'PreviewPane')

/** Replays a delivery with an edited payload, and shows what it would become. */
export function EditWithPreview({ delivery }: { delivery: WholeDelivery }) {
  return (
    <EditAndReplay
      delivery={delivery}
      preview={payload => (
        <Suspense fallback={<Loading what="the preview" rows={1} />}>
          <PreviewPane payload={payload} delivery={delivery.id} />
        </Suspense>
      )}
    />
  )
}

type OfDelivery = {
  delivery: WholeDelivery
  /** Shows what an edited payload would become. */
  preview: (payload: string) => ReactNode
}

/** Replays a delivery with an edited payload. */
function EditAndReplay({ delivery, preview }: OfDelivery) {
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

type PayloadEditorProps = { value: string; onChange: (payload: string) => void; rows: number }

/** Edits a payload and shows the first mistake with its line and column. */
export function PayloadEditor({ value, onChange, rows }: PayloadEditorProps) {
  return (
    <TextArea
      label="Payload"
      value={value}
      rows={rows}
      spellCheck={false}
      autoCapitalize="none"
      onChange={event => onChange(event.target.value)}
      error={jsonMistake(value)}
      className="[&_textarea]:font-mono [&_textarea]:text-sm"
    />
  )
}
