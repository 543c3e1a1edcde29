import type { PostObject } from '@posthorn/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../data/client/until-loaded.js'
import { formatTime } from '../../format/time.js'
import { Opening } from '../../server/states.js'

const Versions = lazyPart(() => import('./versions.js'), 'Versions')

/** Marks an edited post. The tooltip has the time. Opens the versions. */
export function EditedMark({ post }: { post: PostObject }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        title={`Edited ${formatTime(post.edit_at, 'full')}`}
        onClick={() => setOpen(true)}
        className="rounded-sm text-xs text-quiet hover:underline"
      >
        (edited)
        <span className="sr-only"> Show versions</span>
      </button>
      <Suspense fallback={<Opening onClose={() => setOpen(false)} />}>
        {isOpen && <Versions post={post} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
