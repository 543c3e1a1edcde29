import type { WholeDelivery } from '@posthorn/contract'
import { useState } from 'react'
import { segmentClasses } from '../ui/charts/segments.js'
import { copy } from '../ui/forms/copy.js'
import { CopyField } from '../ui/forms/copy-field.js'
import { Modal } from '../ui/modal.js'
import { toast } from '../ui/toast.js'

type Call = Pick<WholeDelivery, 'payload' | 'change' | 'target'>

/** A curl command that repeats a delivery's call. The key is unknown, so a variable stands for the URL. */
export function curlOf({ payload, change, target }: Call): string {
  const noun = target.endsWith('00') ? 'deliveries' : 'posts'
  const path = change === '' ? '' : `/${noun}/${target}`
  const url = `"\${HOOK_URL:?}${path}"` // stops if the variable is not set
  if (change === 'delete') return `curl -X DELETE ${url}`
  const quoted = `'${payload.replaceAll("'", `'\\''`)}'`
  return `curl ${change && '-X PATCH '}-H 'Content-Type: application/json' -d ${quoted} ${url}`
}

export function CopyAsCurl({ delivery }: { delivery: Call }) {
  const [isShown, setShown] = useState(false)
  const line = curlOf(delivery)
  const press = async () => {
    if (await copy(line)) toast('Copied. Set HOOK_URL to the webhook’s URL before you run it')
    else setShown(true)
  }
  return (
    <>
      <button type="button" onClick={press} className={segmentClasses}>
        Copy as curl
      </button>
      {isShown && (
        <Modal wide title="Copy as curl" onClose={() => setShown(false)}>
          <CopyField
            label="Command"
            value={line}
            rows={6}
            hint="Set HOOK_URL to the webhook’s URL before you run it."
          />
        </Modal>
      )}
    </>
  )
}
