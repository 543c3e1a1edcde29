import type { PostObject } from '@posthorn/contract'
import { useNavigate } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../ui/button.js'
import { copy } from '../../ui/forms/copy.js'
import { toast } from '../../ui/toast.js'
import { ShowDelivery } from './show-delivery.js'

/** Copies the link to a post, or puts it in the address bar if the browser has no clipboard. */
async function copyLink({ id }: PostObject): Promise<void> {
  const url = `${location.origin}${location.pathname}?post=${id}`
  if (await copy(url)) toast('Link copied')
  else location.assign(url)
}

/** The actions of a post. Rendered only while the pointer or focus is near, because channels have many posts. */
export function PostActions({ post }: { post: PostObject }) {
  return (
    <div className="absolute -top-3 right-4 z-10 flex rounded-md border border-line bg-raised">
      <ShowDelivery post={post} />
      <IconButton icon="link" label="Copy link" className="size-7" onClick={() => copyLink(post)} />
    </div>
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
export function useOpenByEnter({ id }: PostObject) {
  const navigate = useNavigate()
  return ({ key, target, currentTarget }: KeyboardEvent) => {
    if (key === 'Enter' && target === currentTarget) void navigate({ to: '.', search: { post: id } })
  }
}
