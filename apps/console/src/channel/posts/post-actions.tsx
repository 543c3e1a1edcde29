import type { PostObject } from '@posthorn/contract'
import { useRouter } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { IconButton, iconButtonClasses } from '../../ui/button.js'
import { copy } from '../../ui/forms/copy-field.js'
import { Icon } from '../../ui/icon.js'
import { toast } from '../../ui/toast.js'
import { ShowDelivery } from '../history/show-delivery.js'
import { type PostTask, useRightsToPost } from '../own/use-own-post.js'
import { useFollow } from './follow.js'
import { type PostPlace, postHref, threadHref, usePlace } from './place.js'

/** Copies the link to a post, or puts it in the address bar if the browser has no clipboard. */
async function copyLink(place: PostPlace, post: PostObject): Promise<void> {
  const url = location.origin + postHref(place, post)
  if (await copy(url)) toast('Link copied')
  else location.assign(url)
}

/** Copies a post's text as it was written. */
async function copyText({ message }: PostObject): Promise<void> {
  if (await copy(message)) toast('Text copied')
}

/** The actions of a post, above its text, so that they don't cover the buttons of code. Rendered only while the pointer or focus is near, because channels have many posts. */
export function PostActions({ post, onTask }: { post: PostObject; onTask: (task: PostTask) => void }) {
  const place = usePlace()
  const { canEdit, canDelete } = useRightsToPost(post)
  return (
    <div className="absolute -top-6 right-4 z-10 flex rounded-md border border-line bg-raised">
      {!place.isThread && <ReplyLink post={post} />}
      <ShowDelivery post={post} />
      <IconButton icon="copy" label="Copy text" className="size-7" onClick={() => copyText(post)} />
      <IconButton icon="link" label="Copy link" className="size-7" onClick={() => copyLink(place, post)} />
      {canEdit && <IconButton icon="edit" label="Edit" className="size-7" onClick={() => onTask('edit')} />}
      {canDelete && (
        <IconButton icon="trash" label="Delete" className="size-7" onClick={() => onTask('delete')} />
      )}
    </div>
  )
}

function ReplyLink({ post }: { post: PostObject }) {
  const place = usePlace()
  const follow = useFollow('a', { isReply: true })
  const href = threadHref(place, post.root_id || post.id)
  return (
    <a href={href} onClick={follow} title="Reply" aria-label="Reply" className={iconButtonClasses('size-7')}>
      <Icon name="reply" />
    </a>
  )
}

/** Returns whether the pointer or focus is inside an element, which must spread `nearness`. */
export function useNearness() {
  const [isNear, setNear] = useState(false)
  const nearness = {
    onPointerEnter: () => setNear(true),
    onPointerLeave: () => setNear(false),
    onFocus: () => setNear(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setNear(currentTarget.contains(relatedTarget as Node | null)),
  }
  return { isNear, nearness }
}

/** Opens a post's own URL when Enter is pressed on it. */
export function useOpenByEnter(post: PostObject) {
  const { history } = useRouter()
  const place = usePlace()
  return ({ key, target, currentTarget }: KeyboardEvent) => {
    if (key === 'Enter' && target === currentTarget) history.push(postHref(place, post))
  }
}
