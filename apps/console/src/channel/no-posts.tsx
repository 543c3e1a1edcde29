import type { ChannelObject } from '@posthorn/contract'
import { CopyField } from '../ui/copy-field.js'
import { EmptyState } from '../ui/states.js'

/** A channel without posts: how to send it one. */
export function NoPosts({ channel }: { channel: ChannelObject }) {
  const payload = { text: 'Hello, **world**', ...(channel.type !== 'D' && { channel: channel.name }) }
  const curl = `curl -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(payload)}' \\\n  "$HOOK_URL"`
  return (
    <div className="flex min-h-0 flex-auto overflow-y-auto">
      <EmptyState icon="hash" title="Nothing has been posted here yet">
        <p>Write the first post below, or send it with a webhook:</p>
        <div className="mt-2 text-left text-text">
          <CopyField label="Command" value={curl} rows={3} />
        </div>
      </EmptyState>
    </div>
  )
}
