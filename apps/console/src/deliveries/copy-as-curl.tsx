import { useState } from 'react'
import { segmentClasses } from '../ui/charts/segments.js'
import { copy } from '../ui/forms/copy.js'
import { CopyField } from '../ui/forms/copy-field.js'
import { Modal } from '../ui/modal.js'
import { toast } from '../ui/toast.js'

/** A curl command that sends a payload. The key is unknown, so $HOOK_URL stands for the URL. */
export function curlOf(payload: string): string {
  const quoted = `'${payload.replaceAll("'", `'\\''`)}'`
  return `curl -H 'Content-Type: application/json' -d ${quoted} "$HOOK_URL"`
}

export function CopyAsCurl({ payload }: { payload: string }) {
  const [isShown, setShown] = useState(false)
  const line = curlOf(payload)
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
