import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { IconButton } from '../../ui/button.js'
import { useIsNarrow } from '../../ui/use-is-narrow.js'
import { CurrentPlace, channelHref, usePlace } from '../posts/place.js'
import { ThreadPosts, type ThreadPostsProps } from './thread-posts.js'

/** A thread next to its channel; on narrow screens, above it. Esc, its button and Back close it. */
export function ThreadPane(props: ThreadPostsProps) {
  const { title, root } = props
  const place = usePlace()
  const { history } = useRouter()
  const isNarrow = useIsNarrow() // it covers the channel then
  const inThread = useMemo(() => ({ ...place, isThread: true }), [place])
  const pane = useRef<HTMLElement>(null)
  useFocusWhileOpen(pane, root)
  const close = () => history.push(channelHref(place))
  const press = (event: KeyboardEvent) => {
    const isInDialog = event.target instanceof Element && event.target.closest('dialog, [popover]')
    if (event.key === 'Escape' && !event.defaultPrevented && !isInDialog) close()
  }
  return (
    <aside
      ref={pane}
      role={isNarrow ? 'main' : undefined}
      aria-label="Thread"
      tabIndex={-1}
      onKeyDown={press}
      className="flex flex-col bg-page outline-none max-lg:absolute max-lg:inset-0 lg:w-104 lg:shrink-0 lg:border-l lg:border-line"
    >
      <header className="flex min-h-12 items-center gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 aria-level={isNarrow ? 1 : 2} className="text-lg font-semibold">
          Thread
        </h2>
        <p dir="auto" title={title} className="min-w-0 flex-auto truncate text-sm text-quiet">
          {title}
        </p>
        <IconButton icon="x" label="Close thread" onClick={close} />
      </header>
      <CurrentPlace value={inThread}>
        <ThreadPosts {...props} />
      </CurrentPlace>
    </aside>
  )
}

/** Focuses the pane when it opens, and the thread's link or post in the channel when it closes. */
function useFocusWhileOpen(pane: { current: HTMLElement | null }, root: string): void {
  useEffect(() => {
    const isInside = pane.current?.contains(document.activeElement)
    if (!isInside) pane.current?.focus({ preventScroll: true })
    return () => {
      const back = [`[data-thread="${root}"]`, `[data-post="${root}"]`].flatMap(
        selector => document.querySelector<HTMLElement>(selector) ?? [],
      )[0]
      // the channel is inert until the next rendering
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) back?.focus({ preventScroll: true })
      })
    }
  }, [pane, root])
}
