import { formatExactly, type WholeDelivery } from '@posthorn/contract'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isErased } from '../data/deliveries.js'
import { notByAddress, segmentClasses } from '../ui/charts/series.js'
import { CopyField, copy } from '../ui/forms/copy-field.js'
import { Modal } from '../ui/modal.js'
import { toast } from '../ui/toast.js'
import { useHistory } from './use-history.js'

/** A payload as it was sent. JSON can also be formatted. */
export function PayloadView({ delivery }: { delivery: WholeDelivery }) {
  const { payload } = delivery
  const { show } = useSearch({ from: useHistory().delivery })
  const lines = formatJson(payload)
  const isRaw = show === 'raw' || lines === undefined
  return (
    <section aria-label="Payload" className="flex min-w-0 flex-col gap-2">
      <header className="flex h-7 items-center gap-1">
        <h2 className="mr-auto font-medium">Payload</h2>
        {lines !== undefined && lines !== payload && (
          <nav aria-label="Payload format" className="flex gap-1">
            <Shown raw={false} isShown={!isRaw} />
            <Shown raw={true} isShown={isRaw} />
          </nav>
        )}
        {!isErased(delivery) && <CopyAsCurl delivery={delivery} />}
      </header>
      {delivery.change === 'delete' ? (
        <p className="text-quiet">None. Deletions have no payload.</p>
      ) : isErased(delivery) ? (
        <p className="text-quiet">Erased. Only the time, the outcome and the counts are stored.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        <pre tabIndex={0} className="max-h-[32rem] overflow-auto rounded-lg border border-line bg-well p-3">
          <code className="font-mono text-sm whitespace-pre-wrap">{isRaw ? payload : lines}</code>
        </pre>
      )}
    </section>
  )
}

function Shown({ raw, isShown }: { raw: boolean; isShown: boolean }) {
  return (
    <Link
      from={useHistory().delivery}
      to="."
      search={({ show: _, ...filter }) => ({ ...filter, ...(raw && { show: 'raw' }) })}
      replace
      resetScroll={false}
      {...notByAddress}
      aria-current={isShown ? 'page' : undefined}
      className={segmentClasses}
    >
      {raw ? 'Raw' : 'Formatted'}
    </Link>
  )
}

type Call = Pick<WholeDelivery, 'payload' | 'change' | 'target'>

/** A curl command that repeats a delivery's call. The key is unknown, so a variable stands for the URL. */
function curlOf({ payload, change, target }: Call): string {
  const noun = target.endsWith('00') ? 'deliveries' : 'posts'
  const path = change === '' ? '' : `/${noun}/${target}`
  const url = `"\${HOOK_URL:?}${path}"` // stops if the variable is not set
  if (change === 'delete') return `curl -X DELETE ${url}`
  const quoted = `'${payload.replaceAll("'", `'\\''`)}'`
  return `curl ${change && '-X PATCH '}-H 'Content-Type: application/json' -d ${quoted} ${url}`
}

function CopyAsCurl({ delivery }: { delivery: Call }) {
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

/** Returns formatted JSON, or undefined if the text is not JSON. */
export function formatJson(payload: string): string | undefined {
  try {
    return formatExactly(payload)
  } catch {
    return undefined
  }
}
