import type { WholeDelivery } from '@posthorn/contract'
import { Suspense } from 'react'
import { lazyPart } from '../../data/client/lazy-part.js'
import { Loading } from '../../server/states.js'
import { EditAndReplay } from './edit-and-replay.js'

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
