import { useState } from 'react'
import { jsonMistake } from '../deliveries/replay/json-mistake.js'
import { PayloadEditor } from '../deliveries/replay/payload-editor.js'
import { useSettled } from '../ui/use-settled.js'
import { DifferencesTable } from './differences-table.js'
import { PreviewPane } from './preview-pane.js'
import { SendNow } from './send-now.js'

/** A payload editor next to its preview. */
export function Bench({ initial }: { initial: string }) {
  const [payload, setPayload] = useState(initial)
  const settled = useSettled(payload)
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <PayloadEditor value={payload} onChange={setPayload} rows={18} />
        <SendNow payload={payload} isReady={payload.trim() !== '' && jsonMistake(payload) === undefined} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <PreviewPane payload={settled} />
        <DifferencesTable payload={settled} />
      </div>
    </div>
  )
}
