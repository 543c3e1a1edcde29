import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.js'

type MoreButtonProps = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  children: ReactNode
}

/** Loads more of a list, when pressed or when it scrolls into view. */
export function MoreButton({ hasNextPage, isFetchingNextPage, fetchNextPage, children }: MoreButtonProps) {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useRef(fetchNextPage)
  latest.current = fetchNextPage
  const isWaiting = hasNextPage && !isFetchingNextPage
  useEffect(() => {
    if (!isWaiting || !ref.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) latest.current()
      },
      { rootMargin: '50%' },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isWaiting])
  if (!hasNextPage) return null
  return (
    <div ref={ref} className="flex shrink-0 justify-center p-4">
      <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {children}
      </Button>
    </div>
  )
}
