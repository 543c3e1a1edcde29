import type { PostObject } from '@posthorn/contract'
import { useRouter } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { IconButton, iconButtonClasses } from '../../ui/button.js'
import { copy } from '../../ui/forms/copy.js'
import { Icon } from '../../ui/icon.js'
import { toast } from '../../ui/toast.js'
import { ShowDelivery } from '../history/show-delivery.js'
import { useFollow } from './follow.js'
import { type PostPlace, postHref, threadHref, usePlace } from './place.js'

/** Copies the link to a post, or puts it in the address bar if the browser has no clipboard. */
async function copyLink(place: PostPlace, post: PostObject): Promise<void> {
  const url = location.origin + postHref(place, post)
  if (await copy(url)) toast('Link copied')
  else location.assign(url)
}

/** The actions of a post. Rendered only while the pointer or focus is near, because channels have many posts. */
export function PostActions({ post }: { post: PostObject }) {
  const place = usePlace()
  return (
    <div className="absolute -top-3 right-4 z-10 flex rounded-md border border-line bg-raised">
      {!place.isThread && <ReplyLink post={post} />}
      <ShowDelivery post={post} />
      <IconButton icon="link" label="Copy link" className="size-7" onClick={() => copyLink(place, post)} />
    </div>
  )
}

function ReplyLink({ post }: { post: PostObject }) {
  const place = usePlace()
  const follow = useFollow('a')
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
