import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/**
 * Follows a click on a link within this page, without loading it again. For links that the router does not draw: those of a
 * post's HTML, and those of which there are many, as the router's own are costly.
 */
export function useFollow(selector: string) {
  const { history } = useRouter()
  return (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(selector)
    const wantsElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (!link || link.getAttribute('href') === null || wantsElsewhere) return
    event.preventDefault()
    history.push(link.pathname + link.search)
  }
}
