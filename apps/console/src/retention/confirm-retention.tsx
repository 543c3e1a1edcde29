import type { RetentionObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { type RetentionPlace, retentionQuery, useSaveRetention } from '../data/retention.js'
import { countOf } from '../format/amount.js'
import { Confirm } from '../server/confirm.js'
import { ErrorState, Loading } from '../server/states.js'
import { daysInWords } from './retention-fields.js'

type ConfirmRetentionProps = {
  place: RetentionPlace
  /** The days to save, and those that then apply. */
  days: number | null
  applying: number
  onSaved: () => void
  onClose: () => void
}

/** Says how many posts will be deleted, before it saves. */
export function ConfirmRetention({ place, days, applying, onSaved, onClose }: ConfirmRetentionProps) {
  const { data, error, refetch } = useQuery(retentionQuery(place, applying))
  const doing = useSaveRetention(place, onSaved)
  return (
    <Confirm
      title={`Keep posts ${daysInWords(applying)}?`}
      action={data?.old_posts ? 'Delete old posts' : 'Save changes'}
      look={data?.old_posts ? 'danger' : 'primary'}
      doing={doing}
      disabled={!data}
      onConfirm={() => doing.mutate(days)}
      onClose={onClose}
    >
      {!data &&
        (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the number of old posts" />)}
      {data && <p className="text-quiet">{consequence(data)}</p>}
    </Confirm>
  )
}

function consequence({ old_posts, has_more_old_posts }: RetentionObject): string {
  const later = 'Later posts follow when they reach that age.'
  if (old_posts === 0) return `No post is that old yet. ${later}`
  const posts = countOf(old_posts, 'post')
  return `${has_more_old_posts ? `More than ${posts}` : posts} will be deleted within minutes. Nobody can restore them. ${later}`
}
