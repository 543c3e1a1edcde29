import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/**
 * Follows a link within the page, without loading it again. For links in a post's HTML, and for the many links per post, where
 * the router's own links are too slow. `state` goes into the history.
 */
export function useFollow(selector: string, state: object = {}) {
  const { history } = useRouter()
  return (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(selector)
    const wantsElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (!link || link.getAttribute('href') === null || wantsElsewhere) return
    event.preventDefault()
    history.push(link.pathname + link.search, state)
  }
}
