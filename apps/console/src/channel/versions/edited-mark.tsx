import type { PostObject } from '@posthorn/contract'
import { formatTime } from '../../format/time.js'

/** Marks an edited post. The tooltip has the time. */
export function EditedMark({ post: { edit_at: at } }: { post: PostObject }) {
  return (
    <span title={formatTime(at, 'full')} className="text-xs text-quiet">
      (edited)
    </span>
  )
}
