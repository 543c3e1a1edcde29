import type { PostObject } from '@posthorn/contract'
import { useNavigate } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../ui/button.js'
import { copy } from '../../ui/forms/copy.js'
import { toast } from '../../ui/toast.js'
import { ShowDelivery } from './show-delivery.js'

/** Copies the address under which this channel shows a post; where that is not possible, shows it in the address bar. */
async function copyLink({ id }: PostObject): Promise<void> {
  const url = `${location.origin}${location.pathname}?post=${id}`
  if (await copy(url)) toast('Link copied')
  else location.assign(url)
}

/** What can be done with a post. It is there only while somebody is near, by pointer or by keys: of posts there are many. */
export function PostActions({ post }: { post: PostObject }) {
  return (
    <div className="absolute -top-3 right-4 z-10 flex rounded-md border border-line bg-raised">
      <ShowDelivery post={post} />
      <IconButton icon="link" label="Copy link" className="size-7" onClick={() => copyLink(post)} />
    </div>
  )
}

/** Whether the pointer or the focus is in something, which has to be given `nearness`. */
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

/** Enter on a post that was moved to by keys leads to its own address. */
export function useOpenByEnter({ id }: PostObject) {
  const navigate = useNavigate()
  return ({ key, target, currentTarget }: KeyboardEvent) => {
    if (key === 'Enter' && target === currentTarget) void navigate({ to: '.', search: { post: id } })
  }
}
