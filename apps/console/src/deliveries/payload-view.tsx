import type { WholeDelivery } from '@posthorn/contract'
import { Link, useSearch } from '@tanstack/react-router'
import { isErased } from '../data/deliveries.js'
import { notByAddress, segmentClasses } from '../ui/charts/segments.js'
import { CopyAsCurl } from './copy-as-curl.js'
import { formatJson } from './format-json.js'
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
