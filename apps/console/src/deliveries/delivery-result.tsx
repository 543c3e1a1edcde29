import type { DeliveryInList } from '@posthorn/contract'
import { Badge } from '../ui/badge.js'
import { Icon } from '../ui/icon.js'
import { outcomeWords } from './outcome-badge.js'

/** Where it posted, and the first words. */
function Posted({ delivery: { channel, words } }: { delivery: DeliveryInList }) {
  if (!channel) return null
  const isNamed = channel.name !== '' && channel.type !== 'D'
  const name = isNamed ? channel.display_name || channel.name : unnamed[channel.type]
  return (
    <span className="flex max-w-full min-w-0 items-center gap-2">
      <span title={name} className="flex max-w-48 min-w-0 shrink-0 items-center gap-1 text-quiet">
        {isNamed && <Icon name={channel.type === 'P' ? 'lock' : 'hash'} className="size-3.5" />}
        <span dir="auto" className="truncate">
          {name}
        </span>
      </span>
      <span dir="auto" title={words} className="min-w-0 truncate">
        {words}
      </span>
    </span>
  )
}

const unnamed = { O: 'a channel', P: 'a private channel', D: 'a direct channel', '': 'a channel' }

/** What became of a delivery: its post or its error, and what is special about it. */
export function DeliveryResult({ delivery }: { delivery: DeliveryInList }) {
  const { message, ignored, replay_of, replay_outcome, tries } = delivery
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Posted delivery={delivery} />
      {message && (
        <span dir="auto" className="line-clamp-2 min-w-0 text-left" title={message}>
          {message}
        </span>
      )}
      {ignored.length > 0 && (
        <span dir="auto" className="truncate text-quiet" title={ignored.join(', ')}>
          Ignored: {ignored.join(', ')}
        </span>
      )}
      {replay_of && <Badge>Replay</Badge>}
      {replay_outcome && (
        <Badge look={replay_outcome === 'rejected' ? 'bad' : 'good'}>
          Replayed: {outcomeWords[replay_outcome].toLowerCase()}
        </Badge>
      )}
      {tries > 1 && <Badge>{tries} attempts</Badge>}
    </div>
  )
}
